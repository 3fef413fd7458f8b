// Written by sandbox/compile.ts from contracts/WrappedEther.sol; do not edit.
export const abi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "allowance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "InsufficientAllowance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      }
    ],
    "name": "NotPaid",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Approval",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Transfer",
    "type": "event"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "name": "allowance",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "approve",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "name": "balanceOf",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "deposit",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "symbol",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalSupply",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transfer",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "withdraw",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "stateMutability": "payable",
    "type": "receive"
  }
] as const

export const bytecode =
  '0x6080604052348015600f57600080fd5b506107328061001f6000396000f3fe6080604052600436106100a05760003560e01c8063313ce56711610064578063313ce5671461019057806370a08231146101b757806395d89b41146101e4578063a9059cbb14610214578063d0e30db014610234578063dd62ed3e1461023c57600080fd5b806306fdde03146100b4578063095ea7b31461010357806318160ddd1461013357806323b872dd146101505780632e1a7d4d1461017057600080fd5b366100af576100ad610274565b005b600080fd5b3480156100c057600080fd5b506100ed6040518060400160405280600d81526020016c2bb930b83832b21022ba3432b960991b81525081565b6040516100fa91906105b7565b60405180910390f35b34801561010f57600080fd5b5061012361011e366004610621565b6102d2565b60405190151581526020016100fa565b34801561013f57600080fd5b50475b6040519081526020016100fa565b34801561015c57600080fd5b5061012361016b36600461064b565b61033f565b34801561017c57600080fd5b506100ad61018b366004610688565b6103e7565b34801561019c57600080fd5b506101a5601281565b60405160ff90911681526020016100fa565b3480156101c357600080fd5b506101426101d23660046106a1565b60006020819052908152604090205481565b3480156101f057600080fd5b506100ed604051806040016040528060048152602001630ae8aa8960e31b81525081565b34801561022057600080fd5b5061012361022f366004610621565b610498565b6100ad610274565b34801561024857600080fd5b506101426102573660046106c3565b600160209081526000928352604080842090915290825290205481565b336000908152602081905260408120805434929061029390849061070c565b909155505060405134815233906000907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a3565b3360008181526001602090815260408083206001600160a01b038716808552925280832085905551919290917f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9259061032d9086815260200190565b60405180910390a35060015b92915050565b6001600160a01b03831660009081526001602090815260408083203384529091528120548281101561039957604051630c95cf2760e11b815233600482015260248101829052604481018490526064015b60405180910390fd5b60001981146103d1576103ac838261071f565b6001600160a01b03861660009081526001602090815260408083203384529091529020555b6103dc8585856104ae565b506001949350505050565b6103f13382610539565b60405181815260009033907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9060200160405180910390a3604051600090339083908381818185875af1925050503d806000811461046b576040519150601f19603f3d011682016040523d82523d6000602084013e610470565b606091505b505090508061049457604051634fe5776d60e01b8152336004820152602401610390565b5050565b60006104a53384846104ae565b50600192915050565b6104b88382610539565b6001600160a01b038216600090815260208190526040812080548392906104e090849061070c565b92505081905550816001600160a01b0316836001600160a01b03167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161052c91815260200190565b60405180910390a3505050565b6001600160a01b0382166000908152602081905260409020548181101561058c5760405163db42144d60e01b81526001600160a01b03841660048201526024810182905260448101839052606401610390565b610596828261071f565b6001600160a01b039093166000908152602081905260409020929092555050565b602081526000825180602084015260005b818110156105e557602081860181015160408684010152016105c8565b506000604082850101526040601f19601f83011684010191505092915050565b80356001600160a01b038116811461061c57600080fd5b919050565b6000806040838503121561063457600080fd5b61063d83610605565b946020939093013593505050565b60008060006060848603121561066057600080fd5b61066984610605565b925061067760208501610605565b929592945050506040919091013590565b60006020828403121561069a57600080fd5b5035919050565b6000602082840312156106b357600080fd5b6106bc82610605565b9392505050565b600080604083850312156106d657600080fd5b6106df83610605565b91506106ed60208401610605565b90509250929050565b634e487b7160e01b600052601160045260246000fd5b80820180821115610339576103396106f6565b81810381811115610339576103396106f656'
