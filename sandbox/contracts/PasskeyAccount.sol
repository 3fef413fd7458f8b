// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from '@openzeppelin/contracts/interfaces/IERC1271.sol';
import {ERC1155Holder} from '@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol';
import {ERC721Holder} from '@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol';
import {Base64} from '@openzeppelin/contracts/utils/Base64.sol';
import {P256} from '@openzeppelin/contracts/utils/cryptography/P256.sol';
import {PackedUserOperation, SIGNATURE_FAILED, SIGNATURE_GOOD} from './UserOperation.sol';

/// A smart account (ERC-4337, EntryPoint 0.8) that passkeys own: P-256 keys that sign by WebAuthn. It runs as a clone that
/// its factory creates. It pays its own fees where no paymaster does.
contract PasskeyAccount is IERC1271, ERC721Holder, ERC1155Holder {
  struct Call {
    address target;
    uint256 value;
    bytes data;
  }

  /// What an authenticator returns for a request (WebAuthn, "assertion"), with the public key that signed.
  struct Assertion {
    bytes32 x;
    bytes32 y;
    bytes authenticatorData;
    /// The rest of `clientDataJSON`, from the quote that closes the challenge. The account builds the text before that
    /// quote itself, so a signature of another type, or for another challenge, cannot be valid.
    bytes clientDataTail;
    bytes32 r;
    bytes32 s;
  }

  event PasskeyAdded(bytes32 indexed owner, bytes32 x, bytes32 y, bytes32 rpIdHash);
  event PasskeyRemoved(bytes32 indexed owner);
  event RecoveryChanged(address recovery);

  error NotAllowed(address caller);
  error ExecuteError(uint256 index, bytes reason);
  error InvalidPasskey();
  error LastPasskey();

  bytes32 private constant DOMAIN =
    keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
  bytes32 private constant MESSAGE = keccak256('AccountMessage(bytes32 hash)');

  /// Bits of the authenticator data's flags: a person was present, and the device checked who (finger, face or PIN).
  uint8 private constant PRESENT_AND_VERIFIED = 0x01 | 0x04;

  address private immutable factory = msg.sender;

  /// Whether a passkey with this id owns the account: keccak256(abi.encode(x, y, rpIdHash)).
  mapping(bytes32 owner => bool) public isOwner;
  /// How many passkeys own the account.
  uint256 public passkeys;
  /// A wallet that may add a passkey, and do nothing else; 0 when there is none.
  address public recovery;

  receive() external payable {}

  /// The factory calls this once, in the transaction that creates the account.
  function initialize(bytes32 x, bytes32 y, bytes32 rpIdHash) external {
    if (msg.sender != factory) revert NotAllowed(msg.sender);
    add(x, y, rpIdHash);
  }

  function entryPoint() public pure returns (address) {
    return 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;
  }

  /// Makes the calls in order, all of them or none.
  function executeBatch(Call[] calldata calls) external {
    if (msg.sender != entryPoint()) revert NotAllowed(msg.sender);
    for (uint256 i = 0; i < calls.length; i++) {
      (bool done, bytes memory result) = calls[i].target.call{value: calls[i].value}(calls[i].data);
      if (!done) revert ExecuteError(i, result);
    }
  }

  /// The entry point calls this before the operation's calls. `opHash` covers the chain, the entry point, the account, its
  /// nonce, the calls and the fees (EIP-712), so a signature is valid only for this operation, and only once.
  function validateUserOp(
    PackedUserOperation calldata op,
    bytes32 opHash,
    uint256 missingFunds
  ) external returns (uint256 validation) {
    if (msg.sender != entryPoint()) revert NotAllowed(msg.sender);
    validation = isSigned(opHash, op.signature) ? SIGNATURE_GOOD : SIGNATURE_FAILED;
    if (missingFunds == 0) return validation;
    (bool paid, ) = msg.sender.call{value: missingFunds}('');
    // Ignore the result: the entry point checks the payment itself and reports a clearer error.
    (paid);
  }

  /// Adds a passkey, for another device or after a loss. Only the account itself (by an operation) and its recovery wallet may
  /// call it.
  function addPasskey(bytes32 x, bytes32 y, bytes32 rpIdHash) external {
    if (msg.sender != address(this) && (msg.sender != recovery || recovery == address(0)))
      revert NotAllowed(msg.sender);
    add(x, y, rpIdHash);
  }

  /// Removes a passkey, for a lost device. The last one cannot be removed: nobody could use the account without it.
  function removePasskey(bytes32 owner) external {
    requireSelf();
    if (!isOwner[owner]) revert InvalidPasskey();
    if (passkeys == 1) revert LastPasskey();
    isOwner[owner] = false;
    passkeys--;
    emit PasskeyRemoved(owner);
  }

  /// Chooses the wallet that may add a passkey when all others are lost; 0 removes it.
  function setRecovery(address wallet) external {
    requireSelf();
    recovery = wallet;
    emit RecoveryChanged(wallet);
  }

  /// ERC-1271. A passkey may own several accounts on several chains, so what it signs contains the account and the chain: a
  /// signature for one account is not valid for another.
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    return isSigned(messageHash(hash), signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
  }

  /// The challenge that a passkey signs for a message with this hash (EIP-712: AccountMessage { hash }).
  function messageHash(bytes32 hash) public view returns (bytes32) {
    bytes32 domain = keccak256(
      abi.encode(DOMAIN, keccak256('PasskeyAccount'), keccak256('1'), block.chainid, address(this))
    );
    return keccak256(abi.encodePacked('\x19\x01', domain, keccak256(abi.encode(MESSAGE, hash))));
  }

  /// Whether a passkey that owns the account signed the challenge. Reverts when `signature` is not an encoded Assertion.
  function isSigned(bytes32 challenge, bytes calldata signature) private view returns (bool) {
    Assertion memory given = abi.decode(signature, (Assertion));
    bytes memory data = given.authenticatorData;
    // The data begins with the hash of the site's domain (32 bytes), flags (1 byte) and a counter (4 bytes).
    if (data.length < 37 || uint8(data[32]) & PRESENT_AND_VERIFIED != PRESENT_AND_VERIFIED) return false;
    // Without this quote, a signature for a longer challenge that begins with this one would be valid.
    if (given.clientDataTail.length == 0 || given.clientDataTail[0] != '"') return false;
    if (!isOwner[keccak256(abi.encode(given.x, given.y, bytes32(data)))]) return false;
    // Browsers write these members first, in this order and without spaces (WebAuthn 2, 5.8.1.1).
    bytes memory clientData = abi.encodePacked(
      '{"type":"webauthn.get","challenge":"',
      Base64.encodeURL(abi.encodePacked(challenge)),
      given.clientDataTail
    );
    bytes32 signed = sha256(abi.encodePacked(data, sha256(clientData)));
    // P256 uses the precompile at 0x100 (EIP-7951, RIP-7212) where the chain has it, else Solidity. It refuses an `s` above
    // half of the curve's order: otherwise each signature would have a second valid form.
    return P256.verify(signed, given.r, given.s, given.x, given.y);
  }

  function add(bytes32 x, bytes32 y, bytes32 rpIdHash) private {
    bytes32 owner = keccak256(abi.encode(x, y, rpIdHash));
    if (isOwner[owner] || !P256.isValidPublicKey(x, y)) revert InvalidPasskey();
    isOwner[owner] = true;
    passkeys++;
    emit PasskeyAdded(owner, x, y, rpIdHash);
  }

  function requireSelf() private view {
    if (msg.sender != address(this)) revert NotAllowed(msg.sender);
  }
}
