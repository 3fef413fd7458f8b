// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from '@openzeppelin/contracts/utils/cryptography/ECDSA.sol';
import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {SafeERC20} from '@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol';
import {SitePaymaster} from './SitePaymaster.sol';
import {PackedUserOperation, goodFrom} from './UserOperation.sol';

/// A paymaster whose fee the account pays back in a token. The signer agrees to the token, its rate and the most that may
/// be taken, together with the operation. What was really used is taken after the operation's calls, so one of them may
/// give the allowance for it.
///
/// If the account does not allow it or has not enough, `postOp` reverts, and with it all that the calls did: nobody gets
/// calls for nothing. But the gas of such an operation is paid from the deposit. The service therefore simulates the calls
/// before it agrees; what changes between that and the block is its risk.
contract TokenPaymaster is SitePaymaster {
  /// Where the parts of `paymasterAndData` begin that follow those of {SitePaymaster}: the token (where that has its
  /// signature), the rate, the most that may be taken, the signature.
  uint256 private constant TOKEN = SIGNATURE;
  uint256 private constant RATE = TOKEN + 20;
  uint256 private constant MOST = RATE + 16;
  uint256 private constant AGREED = MOST + 16;

  /// `amount` of `token` was taken from `account` for the fee of an operation.
  event Charged(address indexed account, address indexed token, uint256 amount);

  /// What `postOp` needs to know. `rate`: base units of the token for one ether. `ownGas`: the gas limit of `postOp`.
  struct Terms {
    address account;
    IERC20 token;
    uint256 rate;
    uint256 most;
    uint256 ownGas;
  }

  constructor(address signer_) SitePaymaster(signer_) {}

  /// The context that it returns makes the entry point call `postOp`.
  function validatePaymasterUserOp(
    PackedUserOperation calldata op,
    bytes32,
    uint256
  ) external view override returns (bytes memory context, uint256 validation) {
    if (msg.sender != entryPoint()) revert NotAllowed(msg.sender);
    bytes calldata data = op.paymasterAndData;
    (uint48 validUntil, uint48 validAfter) = timesOf(data);
    (address found, , ) = ECDSA.tryRecover(termsHashOf(op), data[AGREED:]);
    Terms memory terms = Terms({
      account: op.sender,
      token: IERC20(address(bytes20(data[TOKEN:RATE]))),
      rate: uint128(bytes16(data[RATE:MOST])),
      most: uint128(bytes16(data[MOST:AGREED])),
      ownGas: uint128(bytes16(data[GAS + 16:TIMES]))
    });
    return (abi.encode(terms), goodFrom(validAfter, validUntil, found == signer));
  }

  /// The entry point calls this after the operation's calls. `gasCost` is what they cost so far, in wei, and `feePerGas`
  /// what a unit of gas costs. The gas of this function is not in `gasCost`: its limit is charged for it.
  function postOp(uint8, bytes calldata context, uint256 gasCost, uint256 feePerGas) external {
    if (msg.sender != entryPoint()) revert NotAllowed(msg.sender);
    Terms memory terms = abi.decode(context, (Terms));
    uint256 cost = gasCost + terms.ownGas * feePerGas;
    uint256 used = (cost * terms.rate + 1 ether - 1) / 1 ether;
    uint256 amount = used < terms.most ? used : terms.most;
    SafeERC20.safeTransferFrom(terms.token, terms.account, signer, amount);
    emit Charged(terms.account, address(terms.token), amount);
  }

  /// What the signer signs: the operation as {SitePaymaster} hashes it, and the terms of the payment. Both contracts have
  /// addresses of their own, which that hash contains, so neither takes what was signed for the other.
  function termsHashOf(PackedUserOperation calldata op) public view returns (bytes32) {
    return keccak256(abi.encode(hashOf(op), op.paymasterAndData[TOKEN:AGREED]));
  }
}
