// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from '@openzeppelin/contracts/interfaces/IERC1271.sol';
import {ERC1155Holder} from '@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol';
import {ERC721Holder} from '@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol';
import {ECDSA} from '@openzeppelin/contracts/utils/cryptography/ECDSA.sol';
import {PackedUserOperation, SIGNATURE_FAILED, SIGNATURE_GOOD, goodUntil, mostFees} from './UserOperation.sol';

/// A smart account (ERC-4337, EntryPoint 0.8) with one owner and session keys. It runs as a clone that its factory
/// creates, or as the code that an EOA delegates to (EIP-7702); then the EOA's own key is the owner.
contract SessionAccount is IERC1271, ERC721Holder, ERC1155Holder {
  struct Call {
    address target;
    uint256 value;
    bytes data;
  }

  struct Session {
    /// Seconds since 1970. The key is valid up to and including this time; 0 means that the session does not exist.
    uint48 expiry;
    /// In wei: the value that the key may still send.
    uint256 valueLeft;
    /// In wei: the fees that the key may still spend, counting the maximum that each operation could cost.
    uint256 feesLeft;
    /// The contracts that the key may call; never this account or the entry point.
    address[] targets;
    /// The functions that the key may call there; empty allows all. A call without data counts as function 0x00000000.
    bytes4[] selectors;
  }

  /// @custom:storage-location erc7201:walletkit.SessionAccount
  struct Store {
    address owner;
    mapping(address key => Session) sessions;
  }

  event SessionGranted(address indexed key, uint48 expiry);
  event SessionRevoked(address indexed key);

  error NotAllowed(address caller);
  error ExecuteError(uint256 index, bytes reason);
  error InvalidSession(address key);

  /// The storage slot of this contract's data, computed as ERC-7201 says. An EOA's storage may contain data of other code that
  /// it delegated to before, so the data is not at slot 0.
  bytes32 private constant STORE =
    keccak256(abi.encode(uint256(keccak256('walletkit.SessionAccount')) - 1)) & ~bytes32(uint256(0xff));

  bytes32 private constant DOMAIN =
    keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
  bytes32 private constant MESSAGE = keccak256('AccountMessage(bytes32 hash)');

  address private immutable factory = msg.sender;

  receive() external payable {}

  /// Accepts any call, as an EOA without code does: payments to it must not fail because it delegates to this contract.
  fallback() external payable {}

  /// The factory calls this once, in the transaction that creates the account.
  function initialize(address owner_) external {
    if (msg.sender != factory) revert NotAllowed(msg.sender);
    store().owner = owner_;
  }

  /// The owner, whose signature allows everything. Storage has no owner when an EOA delegates here, because its own key
  /// is the owner then.
  function owner() public view returns (address) {
    address set = store().owner;
    return set == address(0) ? address(this) : set;
  }

  function entryPoint() public pure returns (address) {
    return 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;
  }

  /// Makes one call, and reverts with the call's own error.
  function execute(address target, uint256 value, bytes calldata data) external {
    requireEntryPointOrOwner();
    (bool done, bytes memory result) = target.call{value: value}(data);
    if (done) return;
    assembly {
      revert(add(result, 32), mload(result))
    }
  }

  /// Makes the calls in order, all of them or none.
  function executeBatch(Call[] calldata calls) external {
    requireEntryPointOrOwner();
    for (uint256 i = 0; i < calls.length; i++) {
      (bool done, bytes memory result) = calls[i].target.call{value: calls[i].value}(calls[i].data);
      if (!done) revert ExecuteError(i, result);
    }
  }

  /// The entry point calls this before the operation's calls, to check the signature and to collect missing fees
  /// (ERC-4337).
  function validateUserOp(
    PackedUserOperation calldata op,
    bytes32 opHash,
    uint256 missingFunds
  ) external returns (uint256 validation) {
    if (msg.sender != entryPoint()) revert NotAllowed(msg.sender);
    validation = validate(op, opHash);
    if (missingFunds == 0) return validation;
    (bool paid, ) = msg.sender.call{value: missingFunds}('');
    // Ignore the result: the entry point checks the payment itself and reports a clearer error.
    (paid);
  }

  /// Grants a key a session. Replaces an existing session of that key, including what it has already spent.
  function grant(
    address key,
    uint48 expiry,
    uint256 maxValue,
    uint256 maxFees,
    address[] calldata targets,
    bytes4[] calldata selectors
  ) external {
    requireOwner();
    bool known = key != address(0) && key != owner();
    if (!known || expiry <= block.timestamp || targets.length == 0) revert InvalidSession(key);
    for (uint256 i = 0; i < targets.length; i++) {
      // Calls to these would let the key grant itself more, or withdraw the account's deposit.
      if (targets[i] == address(this) || targets[i] == entryPoint()) revert InvalidSession(key);
    }
    store().sessions[key] = Session(expiry, maxValue, maxFees, targets, selectors);
    emit SessionGranted(key, expiry);
  }

  /// Ends a key's session at once.
  function revoke(address key) external {
    requireOwner();
    delete store().sessions[key];
    emit SessionRevoked(key);
  }

  /// A key's session with its remaining limits; all zero when there is none.
  function session(address key) external view returns (Session memory) {
    return store().sessions[key];
  }

  /// ERC-1271, only for the owner's signatures. An owner may have several accounts, so the signed data names the
  /// account: a signature for one account is invalid for another. A delegating EOA is its own owner and signs the plain
  /// hash.
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    address signer = owner();
    bytes32 signed = signer == address(this) ? hash : messageHash(hash);
    (address recovered, , ) = ECDSA.tryRecoverCalldata(signed, signature);
    return recovered == signer ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
  }

  /// The hash that the owner signs for a message with `hash` (EIP-712: AccountMessage { hash }).
  function messageHash(bytes32 hash) public view returns (bytes32) {
    bytes32 domain = keccak256(
      abi.encode(DOMAIN, keccak256('SessionAccount'), keccak256('1'), block.chainid, address(this))
    );
    return keccak256(abi.encodePacked('\x19\x01', domain, keccak256(abi.encode(MESSAGE, hash))));
  }

  /// Checks an operation's signature and, for a session key, its limits. An unknown or revoked key, and any call that the
  /// session does not allow, fails like a wrong signature (AA24). An expired session fails by its time range, which the
  /// entry point checks (AA22).
  function validate(PackedUserOperation calldata op, bytes32 opHash) private returns (uint256) {
    (address signer, , ) = ECDSA.tryRecoverCalldata(opHash, op.signature);
    if (signer == owner()) return SIGNATURE_GOOD;
    Session storage found = store().sessions[signer];
    if (found.expiry == 0 || !spend(found, op)) return SIGNATURE_FAILED;
    return goodUntil(found.expiry);
  }

  function requireEntryPointOrOwner() private view {
    if (msg.sender != entryPoint()) requireOwner();
  }

  /// Allows the owner's own transaction, or a call from the account to itself, which only the owner can cause.
  function requireOwner() private view {
    if (msg.sender != address(this) && msg.sender != owner()) revert NotAllowed(msg.sender);
  }

  /// Deducts an operation's value and maximum fees from a session's limits. Returns false, and deducts nothing, when the session
  /// does not allow the operation.
  function spend(Session storage limits, PackedUserOperation calldata op) private returns (bool) {
    if (op.callData.length < 4) return false;
    bytes4 selector = bytes4(op.callData[:4]);
    Call[] memory calls;
    if (selector == this.execute.selector) {
      calls = new Call[](1);
      (calls[0].target, calls[0].value, calls[0].data) = abi.decode(op.callData[4:], (address, uint256, bytes));
    } else if (selector == this.executeBatch.selector) {
      calls = abi.decode(op.callData[4:], (Call[]));
    } else {
      return false;
    }

    uint256 value = 0;
    for (uint256 i = 0; i < calls.length; i++) {
      if (!allows(limits, calls[i])) return false;
      value += calls[i].value;
    }
    uint256 fees = mostFees(op);
    if (value > limits.valueLeft || fees > limits.feesLeft) return false;
    limits.valueLeft -= value;
    limits.feesLeft -= fees;
    return true;
  }

  function allows(Session storage limits, Call memory call) private view returns (bool) {
    bool target = false;
    for (uint256 i = 0; i < limits.targets.length && !target; i++) target = limits.targets[i] == call.target;
    bool selector = limits.selectors.length == 0;
    for (uint256 i = 0; i < limits.selectors.length && !selector; i++) {
      selector = limits.selectors[i] == bytes4(call.data);
    }
    return target && selector;
  }

  function store() private pure returns (Store storage found) {
    bytes32 slot = STORE;
    assembly {
      found.slot := slot
    }
  }
}
