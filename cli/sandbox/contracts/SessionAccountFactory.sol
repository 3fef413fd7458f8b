// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from '@openzeppelin/contracts/proxy/Clones.sol';
import {SessionAccount} from './SessionAccount.sol';

/// Makes the clone of SessionAccount that belongs to an owner, always at the same address, which is known beforehand.
contract SessionAccountFactory {
  /// What the clones run; an EOA may delegate to it as well.
  SessionAccount public immutable implementation = new SessionAccount();

  error InvalidOwner();

  /// Anyone may make anyone's account: only its owner can use it. One that is there already is given back as it is.
  function createAccount(address owner, uint256 salt) external returns (address account) {
    if (owner == address(0)) revert InvalidOwner();
    account = getAddress(owner, salt);
    if (account.code.length > 0) return account;
    Clones.cloneDeterministic(address(implementation), saltOf(owner, salt));
    SessionAccount(payable(account)).initialize(owner);
  }

  /// Where the account is, or will be.
  function getAddress(address owner, uint256 salt) public view returns (address) {
    return Clones.predictDeterministicAddress(address(implementation), saltOf(owner, salt));
  }

  function saltOf(address owner, uint256 salt) private pure returns (bytes32) {
    return keccak256(abi.encode(owner, salt));
  }
}
