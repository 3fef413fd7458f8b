// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A user operation in the form that EntryPoint 0.7 and later pass to an account (ERC-4337).
struct PackedUserOperation {
  address sender;
  uint256 nonce;
  bytes initCode;
  bytes callData;
  /// Gas limits for validation and for the calls, 16 bytes each.
  bytes32 accountGasLimits;
  uint256 preVerificationGas;
  /// Maximum priority fee and maximum fee per gas, in wei, 16 bytes each.
  bytes32 gasFees;
  bytes paymasterAndData;
  bytes signature;
}

// The validation result for a valid signature without a time limit.
uint256 constant SIGNATURE_GOOD = 0;

// The validation result for an invalid signature.
uint256 constant SIGNATURE_FAILED = 1;

/// The validation result for a signature that is valid up to `expiry` (seconds since 1970; 0 would mean no limit).
function goodUntil(uint48 expiry) pure returns (uint256) {
  return uint256(expiry) << 160;
}

/// The validation result of a paymaster's signature, with the times between which it counts (seconds since 1970).
function goodFrom(uint48 validAfter, uint48 validUntil, bool isGood) pure returns (uint256) {
  return (isGood ? SIGNATURE_GOOD : SIGNATURE_FAILED) | (uint256(validUntil) << 160) | (uint256(validAfter) << 208);
}

/// The maximum that the account could pay for an operation; 0 when a paymaster pays.
function mostFees(PackedUserOperation calldata op) pure returns (uint256) {
  if (op.paymasterAndData.length > 0) return 0;
  uint256 validationGas = uint256(op.accountGasLimits) >> 128;
  uint256 callGas = uint128(uint256(op.accountGasLimits));
  uint256 feePerGas = uint128(uint256(op.gasFees));
  return (validationGas + callGas + op.preVerificationGas) * feePerGas;
}
