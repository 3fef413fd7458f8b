// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A plain ERC-20 (EIP-20) with a fixed supply, which the constructor distributes to its holders.
contract StandardToken {
  string public name;
  string public symbol;
  uint8 public immutable decimals;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  error InsufficientBalance(address owner, uint256 balance, uint256 needed);
  error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
  error InvalidReceiver(address receiver);

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

  function transfer(address to, uint256 value) external returns (bool) {
    _move(msg.sender, to, value);
    return true;
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    uint256 allowed = allowance[from][msg.sender];
    if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);
    if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
    _move(from, to, value);
    return true;
  }

  function _move(address from, address to, uint256 value) private {
    if (to == address(0)) revert InvalidReceiver(to);
    uint256 balance = balanceOf[from];
    if (balance < value) revert InsufficientBalance(from, balance, value);
    unchecked {
      balanceOf[from] = balance - value;
      balanceOf[to] += value;
    }
    emit Transfer(from, to, value);
  }
}
