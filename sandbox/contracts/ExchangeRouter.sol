// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExchangePayment} from './ExchangePayment.sol';
import {ExchangePool} from './ExchangePool.sol';
import {WrappedEther} from './WrappedEther.sol';

/// Swaps through one or more pools and takes a fee from the input. It creates the pools and keeps no funds itself.
contract ExchangeRouter {
  /// The address that represents the chain's native currency.
  address public constant ETHER = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
  /// The fee in basis points (1/10,000) of the input.
  uint256 public constant FEE = 85;

  WrappedEther public immutable wrapped;
  address public immutable feeAddress;
  ExchangePool[] private _pools;
  mapping(address => mapping(address => ExchangePool)) private _poolOf;

  event PoolCreated(address indexed tokenA, address indexed tokenB, ExchangePool pool);
  event Swapped(
    address indexed to,
    address indexed from,
    address indexed into,
    uint256 amountIn,
    uint256 fee,
    uint256 out
  );

  error Expired();
  error TooLittle(uint256 out, uint256 minimumOut);
  error NoPool(address a, address b);
  error WrongValue(uint256 sent, uint256 expected);
  error WrongPair(address a, address b);
  error NotPaid(address to);

  constructor(address feeAddress_) {
    feeAddress = feeAddress_;
    wrapped = new WrappedEther();
  }

  /// Accepts ether only from the wrapped-ether contract, when it unwraps for a swap into ether.
  receive() external payable {
    if (msg.sender != address(wrapped)) revert WrongValue(msg.value, 0);
  }

  /// Every pool, oldest first.
  function pools() external view returns (ExchangePool[] memory) {
    return _pools;
  }

  /// Creates a pool with its first reserves, which cannot be withdrawn.
  function createPool(address a, address b, uint256 amountA, uint256 amountB) external payable {
    (address tokenA, address tokenB) = (_token(a), _token(b));
    if (tokenA == tokenB || address(_poolOf[tokenA][tokenB]) != address(0)) revert WrongPair(a, b);
    _checkValue(a == ETHER ? amountA : b == ETHER ? amountB : 0);
    ExchangePool pool = new ExchangePool(tokenA, tokenB);
    _poolOf[tokenA][tokenB] = pool;
    _poolOf[tokenB][tokenA] = pool;
    _pools.push(pool);
    _collect(a, address(pool), amountA);
    _collect(b, address(pool), amountB);
    pool.sync();
    emit PoolCreated(tokenA, tokenB, pool);
  }

  /// The path from one token to another, through wrapped ether if there is no direct pool, and the current output.
  /// Returns an empty path and 0 when there is no path or the output would be 0.
  function quote(address from, address to, uint256 amountIn) external view returns (address[] memory path, uint256 out) {
    path = _path(from, to);
    if (path.length == 0 || amountIn > type(uint112).max) return (new address[](0), 0);
    out = amountIn - (amountIn * FEE) / 10_000;
    for (uint256 i = 1; i < path.length; i++) out = _pool(path[i - 1], path[i]).quote(_token(path[i - 1]), out);
    if (out == 0) path = new address[](0);
  }

  /// Takes `amountIn` of the path's first token from the caller, and pays the pools' output of its last token to `to`.
  function swap(address[] calldata path, uint256 amountIn, uint256 minimumOut, address to, uint256 deadline)
    external
    payable
    returns (uint256 out)
  {
    if (block.timestamp > deadline) revert Expired();
    if (path.length < 2) revert NoPool(address(0), address(0));
    _checkValue(path[0] == ETHER ? amountIn : 0);
    uint256 fee = (amountIn * FEE) / 10_000;
    _takeFee(path[0], fee);
    _collect(path[0], address(_pool(path[0], path[1])), amountIn - fee);
    out = _trade(path, amountIn - fee, to);
    if (out < minimumOut) revert TooLittle(out, minimumOut);
    if (path[path.length - 1] == ETHER) {
      wrapped.withdraw(out);
      _sendEther(to, out);
    }
    emit Swapped(to, path[0], path[path.length - 1], amountIn, fee, out);
  }

  function _trade(address[] calldata path, uint256 amount, address to) private returns (uint256) {
    uint256 last = path.length - 1;
    for (uint256 i = 0; i < last; i++) {
      address next = i + 1 < last
        ? address(_pool(path[i + 1], path[i + 2]))
        : path[last] == ETHER ? address(this) : to;
      amount = _pool(path[i], path[i + 1]).swap(_token(path[i]), amount, next);
    }
    return amount;
  }

  function _takeFee(address token, uint256 fee) private {
    if (token == ETHER) _sendEther(feeAddress, fee);
    else ExchangePayment.payFrom(token, msg.sender, feeAddress, fee);
  }

  /// Transfers the caller's payment to a pool.
  function _collect(address token, address pool, uint256 amount) private {
    if (token != ETHER) return ExchangePayment.payFrom(token, msg.sender, pool, amount);
    wrapped.deposit{value: amount}();
    ExchangePayment.pay(address(wrapped), pool, amount);
  }

  function _sendEther(address to, uint256 value) private {
    (bool success, ) = to.call{value: value}('');
    if (!success) revert NotPaid(to);
  }

  function _checkValue(uint256 expected) private view {
    if (msg.value != expected) revert WrongValue(msg.value, expected);
  }

  function _token(address token) private view returns (address) {
    return token == ETHER ? address(wrapped) : token;
  }

  function _pool(address a, address b) private view returns (ExchangePool pool) {
    pool = _poolOf[_token(a)][_token(b)];
    if (address(pool) == address(0)) revert NoPool(a, b);
  }

  function _path(address from, address to) private view returns (address[] memory path) {
    (address a, address b) = (_token(from), _token(to));
    if (address(_poolOf[a][b]) != address(0)) {
      path = new address[](2);
    } else if (address(_poolOf[a][address(wrapped)]) != address(0) && address(_poolOf[address(wrapped)][b]) != address(0)) {
      path = new address[](3);
      path[1] = address(wrapped);
    } else {
      return path;
    }
    path[0] = from;
    path[path.length - 1] = to;
  }
}
