// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from '@openzeppelin/contracts/utils/cryptography/ECDSA.sol';
import {PackedUserOperation, goodFrom} from './UserOperation.sol';

/// A paymaster (ERC-4337, EntryPoint 0.8): it pays the fee of the operations that its signer agreed to pay. Which ones
/// these are is the decision of the site's service, which has the signer's key (ERC-7677).
contract SitePaymaster {
  error NotAllowed(address caller);

  bytes32 private constant DOMAIN =
    keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
  /// `paymasterGas`: the gas limits for this contract's own work, 16 bytes each. Without them in the signature, anyone
  /// could raise them, and the deposit would pay for gas that nobody needs.
  bytes32 private constant SPONSORED =
    keccak256(
      'SponsoredOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes32 paymasterGas,uint48 validUntil,uint48 validAfter)'
    );

  /// Where the parts of `paymasterAndData` begin: this contract's address, its gas limits, two times, the signature.
  uint256 internal constant GAS = 20;
  uint256 internal constant TIMES = 52;
  uint256 internal constant SIGNATURE = 64;

  address public immutable signer;

  constructor(address signer_) {
    signer = signer_;
  }

  function entryPoint() public pure returns (address) {
    return 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;
  }

  /// The entry point calls this before the operation's calls. It returns no context, so it is not called afterwards.
  function validatePaymasterUserOp(
    PackedUserOperation calldata op,
    bytes32,
    uint256
  ) external view virtual returns (bytes memory context, uint256 validation) {
    if (msg.sender != entryPoint()) revert NotAllowed(msg.sender);
    (uint48 validUntil, uint48 validAfter) = timesOf(op.paymasterAndData);
    (address found, , ) = ECDSA.tryRecover(hashOf(op), op.paymasterAndData[SIGNATURE:]);
    return ('', goodFrom(validAfter, validUntil, found == signer));
  }

  /// What the signer signs (EIP-712): everything in the operation that decides what it does and what it costs. The times
  /// are seconds since 1970.
  function hashOf(PackedUserOperation calldata op) public view returns (bytes32) {
    (uint48 validUntil, uint48 validAfter) = timesOf(op.paymasterAndData);
    bytes32 operation = keccak256(
      abi.encode(
        SPONSORED,
        op.sender,
        op.nonce,
        keccak256(op.initCode),
        keccak256(op.callData),
        op.accountGasLimits,
        op.preVerificationGas,
        op.gasFees,
        bytes32(op.paymasterAndData[GAS:TIMES]),
        validUntil,
        validAfter
      )
    );
    bytes32 domain = keccak256(
      abi.encode(DOMAIN, keccak256('SitePaymaster'), keccak256('1'), block.chainid, address(this))
    );
    return keccak256(abi.encodePacked('\x19\x01', domain, operation));
  }

  /// Takes back what the site has paid into the entry point for this paymaster, in wei.
  function withdraw(address payable receiver, uint256 amount) external {
    if (msg.sender != signer) revert NotAllowed(msg.sender);
    IDeposits(entryPoint()).withdrawTo(receiver, amount);
  }

  function timesOf(bytes calldata paymasterAndData) internal pure returns (uint48 validUntil, uint48 validAfter) {
    return (uint48(bytes6(paymasterAndData[TIMES:TIMES + 6])), uint48(bytes6(paymasterAndData[TIMES + 6:SIGNATURE])));
  }
}

interface IDeposits {
  function withdrawTo(address payable receiver, uint256 amount) external;
}
