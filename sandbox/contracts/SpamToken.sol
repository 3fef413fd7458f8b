// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token as unsolicited airdrops use it: its holders' wallets list it, its name is an advertisement, and it cannot be
/// transferred.
contract SpamToken {
  string public name;
  string public symbol;
  uint8 public immutable decimals;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  event Transfer(address indexed from, address indexed to, uint256 value);

  error Locked();

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

  function transfer(address, uint256) external pure returns (bool) {
    revert Locked();
  }

  function approve(address, uint256) external pure returns (bool) {
    revert Locked();
  }

  function transferFrom(address, address, uint256) external pure returns (bool) {
    revert Locked();
  }
}
