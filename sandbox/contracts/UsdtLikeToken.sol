// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token that behaves like USDT: `transfer`, `transferFrom` and `approve` return nothing, and a nonzero allowance
/// must be reset to zero before it can change.
contract UsdtLikeToken {
  string public name;
  string public symbol;
  uint8 public immutable decimals;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  constructor(
    string memory name_,
    string memory symbol_,
    uint8 decimals_,
    address[] memory holders,
    uint256[] memory amounts
  ) {
    name = name_;
    symbol = symbol_;
    decimals = decimals_;
    for (uint256 i = 0; i < holders.length; i++) {
      totalSupply += amounts[i];
      balanceOf[holders[i]] += amounts[i];
      emit Transfer(address(0), holders[i], amounts[i]);
    }
  }

  function transfer(address to, uint256 value) external {
    _move(msg.sender, to, value);
  }

  function approve(address spender, uint256 value) external {
    require(value == 0 || allowance[msg.sender][spender] == 0);
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
  }

  function transferFrom(address from, address to, uint256 value) external {
    uint256 allowed = allowance[from][msg.sender];
    require(allowed >= value);
    if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
    _move(from, to, value);
  }

  function _move(address from, address to, uint256 value) private {
    uint256 balance = balanceOf[from];
    require(balance >= value);
    unchecked {
      balanceOf[from] = balance - value;
      balanceOf[to] += value;
    }
    emit Transfer(from, to, value);
  }
}
