// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Tells, as Farcaster's id registry does, which number has an address as its custody address: 0 for none.
contract IdRegistry {
    mapping(address owner => uint256 fid) public idOf;

    function register(address owner, uint256 fid) external {
        idOf[owner] = fid;
    }
}
