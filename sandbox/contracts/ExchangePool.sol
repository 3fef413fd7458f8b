// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExchangePayment, IToken} from './ExchangePayment.sol';

/// A constant-product pool of two tokens: the product of its reserves never decreases. It keeps a fee of 0.3 % of the
/// input. Its reserves can only leave through swaps.
contract ExchangePool {
  address public immutable token0;
  address public immutable token1;
  uint112 private _reserve0;
  uint112 private _reserve1;

  event Sync(uint112 reserve0, uint112 reserve1);
  event Swap(address indexed sender, address indexed tokenIn, uint256 amountIn, uint256 out, address indexed to);

  error NotInPool(address token);
  error NotPaid(uint256 needed);
  error TooMuch();
  error NothingOut();

  constructor(address token0_, address token1_) {
    token0 = token0_;
    token1 = token1_;
  }

  function reserves() external view returns (uint256 reserve0, uint256 reserve1) {
    return (_reserve0, _reserve1);
  }

  /// The output for `amountIn` of a token, rounded down. Returns 0 when the amount exceeds what the pool can count.
  function quote(address tokenIn, uint256 amountIn) public view returns (uint256) {
    (uint256 reserveIn, uint256 reserveOut) = _reserves(tokenIn);
    if (amountIn > type(uint112).max - reserveIn) return 0;
    uint256 counted = amountIn * 997;
    return (counted * reserveOut) / (reserveIn * 1000 + counted);
  }

  /// Swaps `amountIn`, which must have been transferred here earlier in the same transaction.
  function swap(address tokenIn, uint256 amountIn, address to) external returns (uint256 out) {
    out = quote(tokenIn, amountIn);
    if (out == 0) revert NothingOut();
    (uint256 reserveIn, uint256 reserveOut) = _reserves(tokenIn);
    uint256 needed = reserveIn + amountIn;
    if (IToken(tokenIn).balanceOf(address(this)) < needed) revert NotPaid(needed);
    bool zeroIn = tokenIn == token0;
    (uint256 reserve0, uint256 reserve1) = zeroIn ? (needed, reserveOut - out) : (reserveOut - out, needed);
    _set(reserve0, reserve1);
    emit Swap(msg.sender, tokenIn, amountIn, out, to);
    ExchangePayment.pay(zeroIn ? token1 : token0, to, out);
  }

  /// Adds tokens that were transferred here without a swap to the reserves.
  function sync() external {
    _set(IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
  }

  function _reserves(address tokenIn) private view returns (uint256 reserveIn, uint256 reserveOut) {
    if (tokenIn == token0) return (_reserve0, _reserve1);
    if (tokenIn == token1) return (_reserve1, _reserve0);
    revert NotInPool(tokenIn);
  }

  function _set(uint256 reserve0, uint256 reserve1) private {
    if (reserve0 > type(uint112).max || reserve1 > type(uint112).max) revert TooMuch();
    (_reserve0, _reserve1) = (uint112(reserve0), uint112(reserve1));
    emit Sync(uint112(reserve0), uint112(reserve1));
  }
}
