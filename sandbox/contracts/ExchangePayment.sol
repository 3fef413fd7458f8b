// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IToken {
  function balanceOf(address owner) external view returns (uint256);
  function transfer(address to, uint256 value) external returns (bool);
  function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Transfers tokens, both those that return true and those that return nothing.
library ExchangePayment {
  error NotPaid(address token);

  function pay(address token, address to, uint256 value) internal {
    _call(token, abi.encodeCall(IToken.transfer, (to, value)));
  }

  function payFrom(address token, address from, address to, uint256 value) internal {
    _call(token, abi.encodeCall(IToken.transferFrom, (from, to, value)));
  }

  function _call(address token, bytes memory data) private {
    (bool success, bytes memory answer) = token.call(data);
    if (!success) {
      // Pass on the token's own error, which says more.
      assembly ('memory-safe') {
        revert(add(answer, 32), mload(answer))
      }
    }
    bool good = answer.length == 0 ? token.code.length > 0 : abi.decode(answer, (bool));
    if (!good) revert NotPaid(token);
  }
}
