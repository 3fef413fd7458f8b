// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from '@openzeppelin/contracts/proxy/Clones.sol';
import {PasskeyAccount} from './PasskeyAccount.sol';

/// Creates the account of a passkey at an address that is known beforehand, and that is the same on every chain.
contract PasskeyAccountFactory {
  /// The code that the clones run.
  PasskeyAccount public immutable implementation = new PasskeyAccount();

  /// Anyone may create an account for any passkey, because only the passkey can use it. Returns an account that already
  /// exists. `rpIdHash` is the SHA-256 of the domain that the passkey belongs to.
  function createAccount(bytes32 x, bytes32 y, bytes32 rpIdHash) external returns (address account) {
    account = getAddress(x, y, rpIdHash);
    if (account.code.length > 0) return account;
    Clones.cloneDeterministic(address(implementation), saltOf(x, y, rpIdHash));
    PasskeyAccount(payable(account)).initialize(x, y, rpIdHash);
  }

  /// The account's address, whether or not it exists yet.
  function getAddress(bytes32 x, bytes32 y, bytes32 rpIdHash) public view returns (address) {
    return Clones.predictDeterministicAddress(address(implementation), saltOf(x, y, rpIdHash));
  }

  function saltOf(bytes32 x, bytes32 y, bytes32 rpIdHash) private pure returns (bytes32) {
    return keccak256(abi.encode(x, y, rpIdHash));
  }
}
