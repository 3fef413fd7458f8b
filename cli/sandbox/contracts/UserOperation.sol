// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A user operation as EntryPoint 0.7 and later give it to an account (ERC-4337).
struct PackedUserOperation {
  address sender;
  uint256 nonce;
  bytes initCode;
  bytes callData;
  /// Gas for validation and for the calls, 16 bytes each.
  bytes32 accountGasLimits;
  uint256 preVerificationGas;
  /// Priority fee and fee per gas at most, in wei, 16 bytes each.
  bytes32 gasFees;
  bytes paymasterAndData;
  bytes signature;
}

// What an account answers when the signature is good, for good.
uint256 constant SIGNATURE_GOOD = 0;

// What it answers when the signature is not.
uint256 constant SIGNATURE_FAILED = 1;

/// What it answers when the signature is good before and at `expiry` (seconds since 1970; 0 would be for good).
function goodUntil(uint48 expiry) pure returns (uint256) {
  return uint256(expiry) << 160;
}

/// The most that the account could pay for an operation; nothing when a paymaster does.
function mostFees(PackedUserOperation calldata op) pure returns (uint256) {
  if (op.paymasterAndData.length > 0) return 0;
  uint256 validationGas = uint256(op.accountGasLimits) >> 128;
  uint256 callGas = uint128(uint256(op.accountGasLimits));
  uint256 feePerGas = uint128(uint256(op.gasFees));
  return (validationGas + callGas + op.preVerificationGas) * feePerGas;
}
