// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from '@openzeppelin/contracts/proxy/Clones.sol';
import {SessionAccount} from './SessionAccount.sol';

/// Creates an owner's clone of SessionAccount at an address that is known beforehand.
contract SessionAccountFactory {
  /// The code that the clones run. An EOA may delegate to it as well.
  SessionAccount public immutable implementation = new SessionAccount();

  error InvalidOwner();

  /// Anyone may create an account for any owner, because only the owner can use it. Returns an account that already
  /// exists.
  function createAccount(address owner, uint256 salt) external returns (address account) {
    if (owner == address(0)) revert InvalidOwner();
    account = getAddress(owner, salt);
    if (account.code.length > 0) return account;
    Clones.cloneDeterministic(address(implementation), saltOf(owner, salt));
    SessionAccount(payable(account)).initialize(owner);
  }

  /// The account's address, whether or not it exists yet.
  function getAddress(address owner, uint256 salt) public view returns (address) {
    return Clones.predictDeterministicAddress(address(implementation), saltOf(owner, salt));
  }

  function saltOf(address owner, uint256 salt) private pure returns (bytes32) {
    return keccak256(abi.encode(owner, salt));
  }
}
