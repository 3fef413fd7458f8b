// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Receiver {
  function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// A plain ERC-721 (EIP-721) with its metadata extension. The constructor assigns a fixed set of tokens to their
/// holders. Token ids start at 1, and the contract stores each token's metadata.
contract Collection {
  string public name;
  string public symbol;
  mapping(address => uint256) private balances;
  mapping(uint256 => address) private owners;
  mapping(uint256 => string) private uris;
  mapping(uint256 => address) private approvals;
  mapping(address => mapping(address => bool)) public isApprovedForAll;

  event Transfer(address indexed from, address indexed to, uint256 indexed id);
  event Approval(address indexed owner, address indexed approved, uint256 indexed id);
  event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

  error NoSuchToken(uint256 id);
  error NotAllowed(address caller, uint256 id);
  error InvalidReceiver(address receiver);

  constructor(string memory name_, string memory symbol_, address[] memory holders, string[] memory uris_) {
    name = name_;
    symbol = symbol_;
    for (uint256 i = 0; i < holders.length; i++) {
      uint256 id = i + 1;
      owners[id] = holders[i];
      uris[id] = uris_[i];
      balances[holders[i]] += 1;
      emit Transfer(address(0), holders[i], id);
    }
  }

  function supportsInterface(bytes4 id) external pure returns (bool) {
    return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
  }

  function ownerOf(uint256 id) public view returns (address) {
    address owner = owners[id];
    if (owner == address(0)) revert NoSuchToken(id);
    return owner;
  }

  function balanceOf(address owner) external view returns (uint256) {
    if (owner == address(0)) revert InvalidReceiver(owner);
    return balances[owner];
  }

  function tokenURI(uint256 id) external view returns (string memory) {
    ownerOf(id);
    return uris[id];
  }

  function getApproved(uint256 id) external view returns (address) {
    ownerOf(id);
    return approvals[id];
  }

  function approve(address approved, uint256 id) external {
    address owner = ownerOf(id);
    if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender, id);
    approvals[id] = approved;
    emit Approval(owner, approved, id);
  }

  function setApprovalForAll(address operator, bool approved) external {
    isApprovedForAll[msg.sender][operator] = approved;
    emit ApprovalForAll(msg.sender, operator, approved);
  }

  function transferFrom(address from, address to, uint256 id) public {
    address owner = ownerOf(id);
    bool allowed = msg.sender == owner || approvals[id] == msg.sender || isApprovedForAll[owner][msg.sender];
    if (owner != from || !allowed) revert NotAllowed(msg.sender, id);
    if (to == address(0)) revert InvalidReceiver(to);
    delete approvals[id];
    balances[from] -= 1;
    balances[to] += 1;
    owners[id] = to;
    emit Transfer(from, to, id);
  }

  function safeTransferFrom(address from, address to, uint256 id) external {
    safeTransferFrom(from, to, id, '');
  }

  function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
    transferFrom(from, to, id);
    if (to.code.length == 0) return;
    if (Receiver(to).onERC721Received(msg.sender, from, id, data) != Receiver.onERC721Received.selector) {
      revert InvalidReceiver(to);
    }
  }
}
