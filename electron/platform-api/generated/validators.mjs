// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

export const validateAuthorization = validate21;
const schema32 = {
  type: 'object',
  required: [
    'id',
    'created_at',
    'updated_at',
    'state',
    'amount',
    'amount_requested',
    'currency',
    'expires_at',
    'transfer',
    'is_void',
    'void_state',
    'tags',
    '_links',
  ],
  properties: {
    id: { type: 'string' },
    created_at: { $ref: '#/$defs/Instant' },
    updated_at: { $ref: '#/$defs/Instant' },
    application: { type: 'string' },
    state: { $ref: '#/$defs/PaymentState' },
    amount: { type: 'integer', minimum: 0 },
    amount_requested: { type: 'integer', minimum: 0 },
    capture_amount: { type: ['integer', 'null'], minimum: 0 },
    currency: { $ref: '#/$defs/Currency' },
    device: { type: ['string', 'null'] },
    merchant: { type: 'string' },
    operation_key: { anyOf: [{ $ref: '#/$defs/OperationKey' }, { type: 'null' }] },
    idempotency_id: { type: ['string', 'null'] },
    trace_id: { type: 'string' },
    expires_at: { $ref: '#/$defs/Instant' },
    transfer: { type: ['string', 'null'] },
    is_void: { type: 'boolean' },
    void_state: { $ref: '#/$defs/VoidState' },
    failure_code: { anyOf: [{ $ref: '#/$defs/FailureCode' }, { type: 'null' }] },
    failure_message: { type: ['string', 'null'] },
    messages: { type: 'array', items: { type: 'string' } },
    card_present_details: { anyOf: [{ $ref: '#/$defs/CardPresentDetails' }, { type: 'null' }] },
    tags: { $ref: '#/$defs/Tags' },
    _links: { $ref: '#/$defs/Links' },
  },
};
const schema33 = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' };
const schema35 = { type: 'string', enum: ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN'] };
const schema36 = { type: 'string', pattern: '^[A-Z]{3}$' };
const schema37 = { type: 'string' };
const schema39 = { type: 'string', enum: ['UNATTEMPTED', 'PENDING', 'SUCCEEDED', 'FAILED'] };
const schema40 = { type: 'string' };
const schema45 = {
  type: 'object',
  maxProperties: 50,
  propertyNames: { type: 'string', minLength: 1, maxLength: 40, pattern: '^[^\\\\,"\']+$' },
  additionalProperties: { type: 'string', maxLength: 500, pattern: '^[^\\\\,"\']*$' },
};
const pattern4 = new RegExp('^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$', 'u');
const pattern6 = new RegExp('^[A-Z]{3}$', 'u');
const pattern8 = new RegExp('^[^\\\\,"\']+$', 'u');
const pattern9 = new RegExp('^[^\\\\,"\']*$', 'u');
const schema41 = {
  type: 'object',
  properties: {
    approval_code: { type: ['string', 'null'] },
    brand: { anyOf: [{ $ref: '#/$defs/CardBrand' }, { type: 'null' }] },
    entry_mode: { anyOf: [{ $ref: '#/$defs/EntryMode' }, { type: 'null' }] },
    masked_account_number: { type: ['string', 'null'] },
    name: { type: ['string', 'null'] },
    payment_type: { type: ['string', 'null'] },
    emv_data: { anyOf: [{ $ref: '#/$defs/EmvData' }, { type: 'null' }] },
  },
};
const schema42 = { type: 'string' };
const schema43 = { type: 'string' };
const schema44 = {
  type: 'object',
  properties: {
    application_identifier: { type: ['string', 'null'] },
    application_label: { type: ['string', 'null'] },
    application_preferred_name: { type: ['string', 'null'] },
    application_transaction_counter: { type: ['string', 'null'] },
    cryptogram: { type: ['string', 'null'] },
    issuer_code_table_index: { type: ['string', 'null'] },
    pin_verified: { type: ['boolean', 'null'] },
    authorization_response_code: { type: ['string', 'null'] },
    issuer_authentication_data: { type: ['string', 'null'] },
    issuer_scripts: { type: 'array', items: { type: 'string' } },
  },
};

function validate22(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.approval_code !== undefined) {
      let data0 = data.approval_code;
      if (typeof data0 !== 'string' && data0 !== null) {
        const err0 = {
          instancePath: instancePath + '/approval_code',
          schemaPath: '#/properties/approval_code/type',
          keyword: 'type',
          params: { type: schema41.properties.approval_code.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.brand !== undefined) {
      let data1 = data.brand;
      const _errs4 = errors;
      let valid1 = false;
      const _errs5 = errors;
      if (typeof data1 !== 'string') {
        const err1 = {
          instancePath: instancePath + '/brand',
          schemaPath: '#/$defs/CardBrand/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
      var _valid0 = _errs5 === errors;
      valid1 = valid1 || _valid0;
      const _errs8 = errors;
      if (data1 !== null) {
        const err2 = {
          instancePath: instancePath + '/brand',
          schemaPath: '#/properties/brand/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      var _valid0 = _errs8 === errors;
      valid1 = valid1 || _valid0;
      if (!valid1) {
        const err3 = {
          instancePath: instancePath + '/brand',
          schemaPath: '#/properties/brand/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      } else {
        errors = _errs4;
        if (vErrors !== null) {
          if (_errs4) {
            vErrors.length = _errs4;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.entry_mode !== undefined) {
      let data2 = data.entry_mode;
      const _errs11 = errors;
      let valid3 = false;
      const _errs12 = errors;
      if (typeof data2 !== 'string') {
        const err4 = {
          instancePath: instancePath + '/entry_mode',
          schemaPath: '#/$defs/EntryMode/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      var _valid1 = _errs12 === errors;
      valid3 = valid3 || _valid1;
      const _errs15 = errors;
      if (data2 !== null) {
        const err5 = {
          instancePath: instancePath + '/entry_mode',
          schemaPath: '#/properties/entry_mode/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      var _valid1 = _errs15 === errors;
      valid3 = valid3 || _valid1;
      if (!valid3) {
        const err6 = {
          instancePath: instancePath + '/entry_mode',
          schemaPath: '#/properties/entry_mode/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      } else {
        errors = _errs11;
        if (vErrors !== null) {
          if (_errs11) {
            vErrors.length = _errs11;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.masked_account_number !== undefined) {
      let data3 = data.masked_account_number;
      if (typeof data3 !== 'string' && data3 !== null) {
        const err7 = {
          instancePath: instancePath + '/masked_account_number',
          schemaPath: '#/properties/masked_account_number/type',
          keyword: 'type',
          params: { type: schema41.properties.masked_account_number.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.name !== undefined) {
      let data4 = data.name;
      if (typeof data4 !== 'string' && data4 !== null) {
        const err8 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: schema41.properties.name.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.payment_type !== undefined) {
      let data5 = data.payment_type;
      if (typeof data5 !== 'string' && data5 !== null) {
        const err9 = {
          instancePath: instancePath + '/payment_type',
          schemaPath: '#/properties/payment_type/type',
          keyword: 'type',
          params: { type: schema41.properties.payment_type.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.emv_data !== undefined) {
      let data6 = data.emv_data;
      const _errs24 = errors;
      let valid5 = false;
      const _errs25 = errors;
      if (data6 && typeof data6 == 'object' && !Array.isArray(data6)) {
        if (data6.application_identifier !== undefined) {
          let data7 = data6.application_identifier;
          if (typeof data7 !== 'string' && data7 !== null) {
            const err10 = {
              instancePath: instancePath + '/emv_data/application_identifier',
              schemaPath: '#/$defs/EmvData/properties/application_identifier/type',
              keyword: 'type',
              params: { type: schema44.properties.application_identifier.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data6.application_label !== undefined) {
          let data8 = data6.application_label;
          if (typeof data8 !== 'string' && data8 !== null) {
            const err11 = {
              instancePath: instancePath + '/emv_data/application_label',
              schemaPath: '#/$defs/EmvData/properties/application_label/type',
              keyword: 'type',
              params: { type: schema44.properties.application_label.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data6.application_preferred_name !== undefined) {
          let data9 = data6.application_preferred_name;
          if (typeof data9 !== 'string' && data9 !== null) {
            const err12 = {
              instancePath: instancePath + '/emv_data/application_preferred_name',
              schemaPath: '#/$defs/EmvData/properties/application_preferred_name/type',
              keyword: 'type',
              params: { type: schema44.properties.application_preferred_name.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data6.application_transaction_counter !== undefined) {
          let data10 = data6.application_transaction_counter;
          if (typeof data10 !== 'string' && data10 !== null) {
            const err13 = {
              instancePath: instancePath + '/emv_data/application_transaction_counter',
              schemaPath: '#/$defs/EmvData/properties/application_transaction_counter/type',
              keyword: 'type',
              params: { type: schema44.properties.application_transaction_counter.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data6.cryptogram !== undefined) {
          let data11 = data6.cryptogram;
          if (typeof data11 !== 'string' && data11 !== null) {
            const err14 = {
              instancePath: instancePath + '/emv_data/cryptogram',
              schemaPath: '#/$defs/EmvData/properties/cryptogram/type',
              keyword: 'type',
              params: { type: schema44.properties.cryptogram.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
        if (data6.issuer_code_table_index !== undefined) {
          let data12 = data6.issuer_code_table_index;
          if (typeof data12 !== 'string' && data12 !== null) {
            const err15 = {
              instancePath: instancePath + '/emv_data/issuer_code_table_index',
              schemaPath: '#/$defs/EmvData/properties/issuer_code_table_index/type',
              keyword: 'type',
              params: { type: schema44.properties.issuer_code_table_index.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data6.pin_verified !== undefined) {
          let data13 = data6.pin_verified;
          if (typeof data13 !== 'boolean' && data13 !== null) {
            const err16 = {
              instancePath: instancePath + '/emv_data/pin_verified',
              schemaPath: '#/$defs/EmvData/properties/pin_verified/type',
              keyword: 'type',
              params: { type: schema44.properties.pin_verified.type },
              message: 'must be boolean,null',
            };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data6.authorization_response_code !== undefined) {
          let data14 = data6.authorization_response_code;
          if (typeof data14 !== 'string' && data14 !== null) {
            const err17 = {
              instancePath: instancePath + '/emv_data/authorization_response_code',
              schemaPath: '#/$defs/EmvData/properties/authorization_response_code/type',
              keyword: 'type',
              params: { type: schema44.properties.authorization_response_code.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
        if (data6.issuer_authentication_data !== undefined) {
          let data15 = data6.issuer_authentication_data;
          if (typeof data15 !== 'string' && data15 !== null) {
            const err18 = {
              instancePath: instancePath + '/emv_data/issuer_authentication_data',
              schemaPath: '#/$defs/EmvData/properties/issuer_authentication_data/type',
              keyword: 'type',
              params: { type: schema44.properties.issuer_authentication_data.type },
              message: 'must be string,null',
            };
            if (vErrors === null) {
              vErrors = [err18];
            } else {
              vErrors.push(err18);
            }
            errors++;
          }
        }
        if (data6.issuer_scripts !== undefined) {
          let data16 = data6.issuer_scripts;
          if (Array.isArray(data16)) {
            const len0 = data16.length;
            for (let i0 = 0; i0 < len0; i0++) {
              if (typeof data16[i0] !== 'string') {
                const err19 = {
                  instancePath: instancePath + '/emv_data/issuer_scripts/' + i0,
                  schemaPath: '#/$defs/EmvData/properties/issuer_scripts/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err19];
                } else {
                  vErrors.push(err19);
                }
                errors++;
              }
            }
          } else {
            const err20 = {
              instancePath: instancePath + '/emv_data/issuer_scripts',
              schemaPath: '#/$defs/EmvData/properties/issuer_scripts/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
        }
      } else {
        const err21 = {
          instancePath: instancePath + '/emv_data',
          schemaPath: '#/$defs/EmvData/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
      var _valid2 = _errs25 === errors;
      valid5 = valid5 || _valid2;
      if (_valid2) {
        var props0 = {};
        props0.application_identifier = true;
        props0.application_label = true;
        props0.application_preferred_name = true;
        props0.application_transaction_counter = true;
        props0.cryptogram = true;
        props0.issuer_code_table_index = true;
        props0.pin_verified = true;
        props0.authorization_response_code = true;
        props0.issuer_authentication_data = true;
        props0.issuer_scripts = true;
      }
      const _errs50 = errors;
      if (data6 !== null) {
        const err22 = {
          instancePath: instancePath + '/emv_data',
          schemaPath: '#/properties/emv_data/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
      var _valid2 = _errs50 === errors;
      valid5 = valid5 || _valid2;
      if (!valid5) {
        const err23 = {
          instancePath: instancePath + '/emv_data',
          schemaPath: '#/properties/emv_data/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      } else {
        errors = _errs24;
        if (vErrors !== null) {
          if (_errs24) {
            vErrors.length = _errs24;
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    const err24 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err24];
    } else {
      vErrors.push(err24);
    }
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = {
  props: {
    approval_code: true,
    brand: true,
    entry_mode: true,
    masked_account_number: true,
    name: true,
    payment_type: true,
    emv_data: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

const schema46 = { type: 'object', additionalProperties: { $ref: '#/$defs/Link' } };
const schema47 = { type: 'object', required: ['href'], properties: { href: { type: 'string' } } };

function validate24(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      let data0 = data[key0];
      if (data0 && typeof data0 == 'object' && !Array.isArray(data0)) {
        if (data0.href === undefined) {
          const err0 = {
            instancePath: instancePath + '/' + key0.replace(/~/g, '~0').replace(/\//g, '~1'),
            schemaPath: '#/$defs/Link/required',
            keyword: 'required',
            params: { missingProperty: 'href' },
            message: "must have required property '" + 'href' + "'",
          };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (data0.href !== undefined) {
          if (typeof data0.href !== 'string') {
            const err1 = {
              instancePath: instancePath + '/' + key0.replace(/~/g, '~0').replace(/\//g, '~1') + '/href',
              schemaPath: '#/$defs/Link/properties/href/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
        }
      } else {
        const err2 = {
          instancePath: instancePath + '/' + key0.replace(/~/g, '~0').replace(/\//g, '~1'),
          schemaPath: '#/$defs/Link/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}
validate24.evaluated = { props: true, dynamicProps: false, dynamicItems: false };

const func1 = (text) => [...text].length;

function validate21(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.id === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'id' },
        message: "must have required property '" + 'id' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'created_at' },
        message: "must have required property '" + 'created_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.updated_at === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'updated_at' },
        message: "must have required property '" + 'updated_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.state === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'state' },
        message: "must have required property '" + 'state' + "'",
      };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.amount === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'amount' },
        message: "must have required property '" + 'amount' + "'",
      };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.amount_requested === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'amount_requested' },
        message: "must have required property '" + 'amount_requested' + "'",
      };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.currency === undefined) {
      const err6 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'currency' },
        message: "must have required property '" + 'currency' + "'",
      };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.expires_at === undefined) {
      const err7 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'expires_at' },
        message: "must have required property '" + 'expires_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.transfer === undefined) {
      const err8 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'transfer' },
        message: "must have required property '" + 'transfer' + "'",
      };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data.is_void === undefined) {
      const err9 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'is_void' },
        message: "must have required property '" + 'is_void' + "'",
      };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.void_state === undefined) {
      const err10 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'void_state' },
        message: "must have required property '" + 'void_state' + "'",
      };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (data.tags === undefined) {
      const err11 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'tags' },
        message: "must have required property '" + 'tags' + "'",
      };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (data._links === undefined) {
      const err12 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    if (data.id !== undefined) {
      if (typeof data.id !== 'string') {
        const err13 = {
          instancePath: instancePath + '/id',
          schemaPath: '#/properties/id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.created_at !== undefined) {
      let data1 = data.created_at;
      if (typeof data1 === 'string') {
        if (!pattern4.test(data1)) {
          const err14 = {
            instancePath: instancePath + '/created_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = {
          instancePath: instancePath + '/created_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.updated_at !== undefined) {
      let data2 = data.updated_at;
      if (typeof data2 === 'string') {
        if (!pattern4.test(data2)) {
          const err16 = {
            instancePath: instancePath + '/updated_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = {
          instancePath: instancePath + '/updated_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.application !== undefined) {
      if (typeof data.application !== 'string') {
        const err18 = {
          instancePath: instancePath + '/application',
          schemaPath: '#/properties/application/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.state !== undefined) {
      let data4 = data.state;
      if (typeof data4 !== 'string') {
        const err19 = {
          instancePath: instancePath + '/state',
          schemaPath: '#/$defs/PaymentState/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
      if (!(
        data4 === 'PENDING' ||
        data4 === 'SUCCEEDED' ||
        data4 === 'FAILED' ||
        data4 === 'CANCELED' ||
        data4 === 'UNKNOWN'
      )) {
        const err20 = {
          instancePath: instancePath + '/state',
          schemaPath: '#/$defs/PaymentState/enum',
          keyword: 'enum',
          params: { allowedValues: schema35.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.amount !== undefined) {
      let data5 = data.amount;
      if (!(typeof data5 == 'number' && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
        const err21 = {
          instancePath: instancePath + '/amount',
          schemaPath: '#/properties/amount/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
      if (typeof data5 == 'number' && isFinite(data5)) {
        if (data5 < 0 || isNaN(data5)) {
          const err22 = {
            instancePath: instancePath + '/amount',
            schemaPath: '#/properties/amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
      }
    }
    if (data.amount_requested !== undefined) {
      let data6 = data.amount_requested;
      if (!(typeof data6 == 'number' && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
        const err23 = {
          instancePath: instancePath + '/amount_requested',
          schemaPath: '#/properties/amount_requested/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
      if (typeof data6 == 'number' && isFinite(data6)) {
        if (data6 < 0 || isNaN(data6)) {
          const err24 = {
            instancePath: instancePath + '/amount_requested',
            schemaPath: '#/properties/amount_requested/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
      }
    }
    if (data.capture_amount !== undefined) {
      let data7 = data.capture_amount;
      if (!(typeof data7 == 'number' && !(data7 % 1) && !isNaN(data7) && isFinite(data7)) && data7 !== null) {
        const err25 = {
          instancePath: instancePath + '/capture_amount',
          schemaPath: '#/properties/capture_amount/type',
          keyword: 'type',
          params: { type: schema32.properties.capture_amount.type },
          message: 'must be integer,null',
        };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      }
      if (typeof data7 == 'number' && isFinite(data7)) {
        if (data7 < 0 || isNaN(data7)) {
          const err26 = {
            instancePath: instancePath + '/capture_amount',
            schemaPath: '#/properties/capture_amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err26];
          } else {
            vErrors.push(err26);
          }
          errors++;
        }
      }
    }
    if (data.currency !== undefined) {
      let data8 = data.currency;
      if (typeof data8 === 'string') {
        if (!pattern6.test(data8)) {
          const err27 = {
            instancePath: instancePath + '/currency',
            schemaPath: '#/$defs/Currency/pattern',
            keyword: 'pattern',
            params: { pattern: '^[A-Z]{3}$' },
            message: 'must match pattern "' + '^[A-Z]{3}$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err27];
          } else {
            vErrors.push(err27);
          }
          errors++;
        }
      } else {
        const err28 = {
          instancePath: instancePath + '/currency',
          schemaPath: '#/$defs/Currency/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.device !== undefined) {
      let data9 = data.device;
      if (typeof data9 !== 'string' && data9 !== null) {
        const err29 = {
          instancePath: instancePath + '/device',
          schemaPath: '#/properties/device/type',
          keyword: 'type',
          params: { type: schema32.properties.device.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
    }
    if (data.merchant !== undefined) {
      if (typeof data.merchant !== 'string') {
        const err30 = {
          instancePath: instancePath + '/merchant',
          schemaPath: '#/properties/merchant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
    }
    if (data.operation_key !== undefined) {
      let data11 = data.operation_key;
      const _errs28 = errors;
      let valid5 = false;
      const _errs29 = errors;
      if (typeof data11 !== 'string') {
        const err31 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/$defs/OperationKey/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      }
      var _valid0 = _errs29 === errors;
      valid5 = valid5 || _valid0;
      const _errs32 = errors;
      if (data11 !== null) {
        const err32 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/properties/operation_key/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
      var _valid0 = _errs32 === errors;
      valid5 = valid5 || _valid0;
      if (!valid5) {
        const err33 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/properties/operation_key/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      } else {
        errors = _errs28;
        if (vErrors !== null) {
          if (_errs28) {
            vErrors.length = _errs28;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.idempotency_id !== undefined) {
      let data12 = data.idempotency_id;
      if (typeof data12 !== 'string' && data12 !== null) {
        const err34 = {
          instancePath: instancePath + '/idempotency_id',
          schemaPath: '#/properties/idempotency_id/type',
          keyword: 'type',
          params: { type: schema32.properties.idempotency_id.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err34];
        } else {
          vErrors.push(err34);
        }
        errors++;
      }
    }
    if (data.trace_id !== undefined) {
      if (typeof data.trace_id !== 'string') {
        const err35 = {
          instancePath: instancePath + '/trace_id',
          schemaPath: '#/properties/trace_id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err35];
        } else {
          vErrors.push(err35);
        }
        errors++;
      }
    }
    if (data.expires_at !== undefined) {
      let data14 = data.expires_at;
      if (typeof data14 === 'string') {
        if (!pattern4.test(data14)) {
          const err36 = {
            instancePath: instancePath + '/expires_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err36];
          } else {
            vErrors.push(err36);
          }
          errors++;
        }
      } else {
        const err37 = {
          instancePath: instancePath + '/expires_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err37];
        } else {
          vErrors.push(err37);
        }
        errors++;
      }
    }
    if (data.transfer !== undefined) {
      let data15 = data.transfer;
      if (typeof data15 !== 'string' && data15 !== null) {
        const err38 = {
          instancePath: instancePath + '/transfer',
          schemaPath: '#/properties/transfer/type',
          keyword: 'type',
          params: { type: schema32.properties.transfer.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
    if (data.is_void !== undefined) {
      if (typeof data.is_void !== 'boolean') {
        const err39 = {
          instancePath: instancePath + '/is_void',
          schemaPath: '#/properties/is_void/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
    if (data.void_state !== undefined) {
      let data17 = data.void_state;
      if (typeof data17 !== 'string') {
        const err40 = {
          instancePath: instancePath + '/void_state',
          schemaPath: '#/$defs/VoidState/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
      if (!(data17 === 'UNATTEMPTED' || data17 === 'PENDING' || data17 === 'SUCCEEDED' || data17 === 'FAILED')) {
        const err41 = {
          instancePath: instancePath + '/void_state',
          schemaPath: '#/$defs/VoidState/enum',
          keyword: 'enum',
          params: { allowedValues: schema39.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err41];
        } else {
          vErrors.push(err41);
        }
        errors++;
      }
    }
    if (data.failure_code !== undefined) {
      let data18 = data.failure_code;
      const _errs49 = errors;
      let valid9 = false;
      const _errs50 = errors;
      if (typeof data18 !== 'string') {
        const err42 = {
          instancePath: instancePath + '/failure_code',
          schemaPath: '#/$defs/FailureCode/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err42];
        } else {
          vErrors.push(err42);
        }
        errors++;
      }
      var _valid1 = _errs50 === errors;
      valid9 = valid9 || _valid1;
      const _errs53 = errors;
      if (data18 !== null) {
        const err43 = {
          instancePath: instancePath + '/failure_code',
          schemaPath: '#/properties/failure_code/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err43];
        } else {
          vErrors.push(err43);
        }
        errors++;
      }
      var _valid1 = _errs53 === errors;
      valid9 = valid9 || _valid1;
      if (!valid9) {
        const err44 = {
          instancePath: instancePath + '/failure_code',
          schemaPath: '#/properties/failure_code/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err44];
        } else {
          vErrors.push(err44);
        }
        errors++;
      } else {
        errors = _errs49;
        if (vErrors !== null) {
          if (_errs49) {
            vErrors.length = _errs49;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.failure_message !== undefined) {
      let data19 = data.failure_message;
      if (typeof data19 !== 'string' && data19 !== null) {
        const err45 = {
          instancePath: instancePath + '/failure_message',
          schemaPath: '#/properties/failure_message/type',
          keyword: 'type',
          params: { type: schema32.properties.failure_message.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err45];
        } else {
          vErrors.push(err45);
        }
        errors++;
      }
    }
    if (data.messages !== undefined) {
      let data20 = data.messages;
      if (Array.isArray(data20)) {
        const len0 = data20.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (typeof data20[i0] !== 'string') {
            const err46 = {
              instancePath: instancePath + '/messages/' + i0,
              schemaPath: '#/properties/messages/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err46];
            } else {
              vErrors.push(err46);
            }
            errors++;
          }
        }
      } else {
        const err47 = {
          instancePath: instancePath + '/messages',
          schemaPath: '#/properties/messages/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err47];
        } else {
          vErrors.push(err47);
        }
        errors++;
      }
    }
    if (data.card_present_details !== undefined) {
      let data22 = data.card_present_details;
      const _errs62 = errors;
      let valid13 = false;
      const _errs63 = errors;
      if (
        !validate22(data22, {
          instancePath: instancePath + '/card_present_details',
          parentData: data,
          parentDataProperty: 'card_present_details',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
        errors = vErrors.length;
      }
      var _valid2 = _errs63 === errors;
      valid13 = valid13 || _valid2;
      if (_valid2) {
        var props0 = {};
        props0.approval_code = true;
        props0.brand = true;
        props0.entry_mode = true;
        props0.masked_account_number = true;
        props0.name = true;
        props0.payment_type = true;
        props0.emv_data = true;
      }
      const _errs64 = errors;
      if (data22 !== null) {
        const err48 = {
          instancePath: instancePath + '/card_present_details',
          schemaPath: '#/properties/card_present_details/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err48];
        } else {
          vErrors.push(err48);
        }
        errors++;
      }
      var _valid2 = _errs64 === errors;
      valid13 = valid13 || _valid2;
      if (!valid13) {
        const err49 = {
          instancePath: instancePath + '/card_present_details',
          schemaPath: '#/properties/card_present_details/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err49];
        } else {
          vErrors.push(err49);
        }
        errors++;
      } else {
        errors = _errs62;
        if (vErrors !== null) {
          if (_errs62) {
            vErrors.length = _errs62;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.tags !== undefined) {
      let data23 = data.tags;
      if (data23 && typeof data23 == 'object' && !Array.isArray(data23)) {
        if (Object.keys(data23).length > 50) {
          const err50 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err50];
          } else {
            vErrors.push(err50);
          }
          errors++;
        }
        for (const key0 in data23) {
          const _errs69 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err51 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err51];
              } else {
                vErrors.push(err51);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err52 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err52];
              } else {
                vErrors.push(err52);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err53 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err53];
              } else {
                vErrors.push(err53);
              }
              errors++;
            }
          } else {
            const err54 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err54];
            } else {
              vErrors.push(err54);
            }
            errors++;
          }
          var valid15 = _errs69 === errors;
          if (!valid15) {
            const err55 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err55];
            } else {
              vErrors.push(err55);
            }
            errors++;
          }
        }
        for (const key1 in data23) {
          let data24 = data23[key1];
          if (typeof data24 === 'string') {
            if (func1(data24) > 500) {
              const err56 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err56];
              } else {
                vErrors.push(err56);
              }
              errors++;
            }
            if (!pattern9.test(data24)) {
              const err57 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err57];
              } else {
                vErrors.push(err57);
              }
              errors++;
            }
          } else {
            const err58 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err58];
            } else {
              vErrors.push(err58);
            }
            errors++;
          }
        }
      } else {
        const err59 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err59];
        } else {
          vErrors.push(err59);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err60 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err60];
    } else {
      vErrors.push(err60);
    }
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = {
  props: {
    id: true,
    created_at: true,
    updated_at: true,
    application: true,
    state: true,
    amount: true,
    amount_requested: true,
    capture_amount: true,
    currency: true,
    device: true,
    merchant: true,
    operation_key: true,
    idempotency_id: true,
    trace_id: true,
    expires_at: true,
    transfer: true,
    is_void: true,
    void_state: true,
    failure_code: true,
    failure_message: true,
    messages: true,
    card_present_details: true,
    tags: true,
    _links: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateAuthorizationCreate = validate26;
const schema48 = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'integer', minimum: 1, maximum: 999999999999 },
    currency: { $ref: '#/$defs/Currency' },
    operation_key: { $ref: '#/$defs/OperationKey' },
    device: { type: 'string' },
    merchant: { type: 'string' },
    idempotency_id: { type: 'string', minLength: 1, maxLength: 255 },
    payment_instrument: { $ref: '#/$defs/EncryptedCardData' },
    tags: { $ref: '#/$defs/Tags' },
  },
};
const schema51 = {
  type: 'object',
  required: ['encrypted_emv_data', 'emv_data_key_serial_number'],
  properties: {
    encrypted_emv_data: { type: 'string', minLength: 2, maxLength: 20000, pattern: '^([0-9A-Fa-f]{2})+$' },
    emv_data_key_serial_number: { type: 'string', pattern: '^[0-9A-Fa-f]{16,24}$' },
    encrypted_emv_format: { type: 'integer', minimum: 0 },
  },
};
const pattern11 = new RegExp('^([0-9A-Fa-f]{2})+$', 'u');
const pattern12 = new RegExp('^[0-9A-Fa-f]{16,24}$', 'u');

function validate26(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.amount === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'amount' },
        message: "must have required property '" + 'amount' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.currency === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'currency' },
        message: "must have required property '" + 'currency' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.amount !== undefined) {
      let data0 = data.amount;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err2 = {
          instancePath: instancePath + '/amount',
          schemaPath: '#/properties/amount/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 999999999999 || isNaN(data0)) {
          const err3 = {
            instancePath: instancePath + '/amount',
            schemaPath: '#/properties/amount/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 999999999999 },
            message: 'must be <= 999999999999',
          };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          const err4 = {
            instancePath: instancePath + '/amount',
            schemaPath: '#/properties/amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      }
    }
    if (data.currency !== undefined) {
      let data1 = data.currency;
      if (typeof data1 === 'string') {
        if (!pattern6.test(data1)) {
          const err5 = {
            instancePath: instancePath + '/currency',
            schemaPath: '#/$defs/Currency/pattern',
            keyword: 'pattern',
            params: { pattern: '^[A-Z]{3}$' },
            message: 'must match pattern "' + '^[A-Z]{3}$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = {
          instancePath: instancePath + '/currency',
          schemaPath: '#/$defs/Currency/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.operation_key !== undefined) {
      if (typeof data.operation_key !== 'string') {
        const err7 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/$defs/OperationKey/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.device !== undefined) {
      if (typeof data.device !== 'string') {
        const err8 = {
          instancePath: instancePath + '/device',
          schemaPath: '#/properties/device/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.merchant !== undefined) {
      if (typeof data.merchant !== 'string') {
        const err9 = {
          instancePath: instancePath + '/merchant',
          schemaPath: '#/properties/merchant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.idempotency_id !== undefined) {
      let data5 = data.idempotency_id;
      if (typeof data5 === 'string') {
        if (func1(data5) > 255) {
          const err10 = {
            instancePath: instancePath + '/idempotency_id',
            schemaPath: '#/properties/idempotency_id/maxLength',
            keyword: 'maxLength',
            params: { limit: 255 },
            message: 'must NOT have more than 255 characters',
          };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
        if (func1(data5) < 1) {
          const err11 = {
            instancePath: instancePath + '/idempotency_id',
            schemaPath: '#/properties/idempotency_id/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
          };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/idempotency_id',
          schemaPath: '#/properties/idempotency_id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.payment_instrument !== undefined) {
      let data6 = data.payment_instrument;
      if (data6 && typeof data6 == 'object' && !Array.isArray(data6)) {
        if (data6.encrypted_emv_data === undefined) {
          const err13 = {
            instancePath: instancePath + '/payment_instrument',
            schemaPath: '#/$defs/EncryptedCardData/required',
            keyword: 'required',
            params: { missingProperty: 'encrypted_emv_data' },
            message: "must have required property '" + 'encrypted_emv_data' + "'",
          };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (data6.emv_data_key_serial_number === undefined) {
          const err14 = {
            instancePath: instancePath + '/payment_instrument',
            schemaPath: '#/$defs/EncryptedCardData/required',
            keyword: 'required',
            params: { missingProperty: 'emv_data_key_serial_number' },
            message: "must have required property '" + 'emv_data_key_serial_number' + "'",
          };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
        if (data6.encrypted_emv_data !== undefined) {
          let data7 = data6.encrypted_emv_data;
          if (typeof data7 === 'string') {
            if (func1(data7) > 20000) {
              const err15 = {
                instancePath: instancePath + '/payment_instrument/encrypted_emv_data',
                schemaPath: '#/$defs/EncryptedCardData/properties/encrypted_emv_data/maxLength',
                keyword: 'maxLength',
                params: { limit: 20000 },
                message: 'must NOT have more than 20000 characters',
              };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
            if (func1(data7) < 2) {
              const err16 = {
                instancePath: instancePath + '/payment_instrument/encrypted_emv_data',
                schemaPath: '#/$defs/EncryptedCardData/properties/encrypted_emv_data/minLength',
                keyword: 'minLength',
                params: { limit: 2 },
                message: 'must NOT have fewer than 2 characters',
              };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
            if (!pattern11.test(data7)) {
              const err17 = {
                instancePath: instancePath + '/payment_instrument/encrypted_emv_data',
                schemaPath: '#/$defs/EncryptedCardData/properties/encrypted_emv_data/pattern',
                keyword: 'pattern',
                params: { pattern: '^([0-9A-Fa-f]{2})+$' },
                message: 'must match pattern "' + '^([0-9A-Fa-f]{2})+$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
          } else {
            const err18 = {
              instancePath: instancePath + '/payment_instrument/encrypted_emv_data',
              schemaPath: '#/$defs/EncryptedCardData/properties/encrypted_emv_data/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err18];
            } else {
              vErrors.push(err18);
            }
            errors++;
          }
        }
        if (data6.emv_data_key_serial_number !== undefined) {
          let data8 = data6.emv_data_key_serial_number;
          if (typeof data8 === 'string') {
            if (!pattern12.test(data8)) {
              const err19 = {
                instancePath: instancePath + '/payment_instrument/emv_data_key_serial_number',
                schemaPath: '#/$defs/EncryptedCardData/properties/emv_data_key_serial_number/pattern',
                keyword: 'pattern',
                params: { pattern: '^[0-9A-Fa-f]{16,24}$' },
                message: 'must match pattern "' + '^[0-9A-Fa-f]{16,24}$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
          } else {
            const err20 = {
              instancePath: instancePath + '/payment_instrument/emv_data_key_serial_number',
              schemaPath: '#/$defs/EncryptedCardData/properties/emv_data_key_serial_number/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
        }
        if (data6.encrypted_emv_format !== undefined) {
          let data9 = data6.encrypted_emv_format;
          if (!(typeof data9 == 'number' && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
            const err21 = {
              instancePath: instancePath + '/payment_instrument/encrypted_emv_format',
              schemaPath: '#/$defs/EncryptedCardData/properties/encrypted_emv_format/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
          if (typeof data9 == 'number' && isFinite(data9)) {
            if (data9 < 0 || isNaN(data9)) {
              const err22 = {
                instancePath: instancePath + '/payment_instrument/encrypted_emv_format',
                schemaPath: '#/$defs/EncryptedCardData/properties/encrypted_emv_format/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
              };
              if (vErrors === null) {
                vErrors = [err22];
              } else {
                vErrors.push(err22);
              }
              errors++;
            }
          }
        }
      } else {
        const err23 = {
          instancePath: instancePath + '/payment_instrument',
          schemaPath: '#/$defs/EncryptedCardData/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    if (data.tags !== undefined) {
      let data10 = data.tags;
      if (data10 && typeof data10 == 'object' && !Array.isArray(data10)) {
        if (Object.keys(data10).length > 50) {
          const err24 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
        for (const key0 in data10) {
          const _errs27 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err25 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err26 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err27 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
          } else {
            const err28 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
          var valid6 = _errs27 === errors;
          if (!valid6) {
            const err29 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
        }
        for (const key1 in data10) {
          let data11 = data10[key1];
          if (typeof data11 === 'string') {
            if (func1(data11) > 500) {
              const err30 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err30];
              } else {
                vErrors.push(err30);
              }
              errors++;
            }
            if (!pattern9.test(data11)) {
              const err31 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err31];
              } else {
                vErrors.push(err31);
              }
              errors++;
            }
          } else {
            const err32 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err32];
            } else {
              vErrors.push(err32);
            }
            errors++;
          }
        }
      } else {
        const err33 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      }
    }
  } else {
    const err34 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err34];
    } else {
      vErrors.push(err34);
    }
    errors++;
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = {
  props: {
    amount: true,
    currency: true,
    operation_key: true,
    device: true,
    merchant: true,
    idempotency_id: true,
    payment_instrument: true,
    tags: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateAuthorizationList = validate27;
const schema53 = {
  type: 'object',
  required: ['_links', 'page'],
  properties: {
    _embedded: {
      type: 'object',
      required: ['authorizations'],
      properties: { authorizations: { type: 'array', minItems: 1, items: { $ref: '#/$defs/Authorization' } } },
    },
    _links: { $ref: '#/$defs/Links' },
    page: { $ref: '#/$defs/Page' },
  },
};
const schema54 = { anyOf: [{ $ref: '#/$defs/OffsetPage' }, { $ref: '#/$defs/CursorPage' }] };
const schema55 = {
  type: 'object',
  required: ['offset', 'limit', 'count'],
  additionalProperties: false,
  properties: {
    offset: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    count: { type: 'integer', minimum: 0 },
  },
};
const schema56 = {
  type: 'object',
  required: ['limit', 'next_cursor'],
  additionalProperties: false,
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100 }, next_cursor: { type: ['string', 'null'] } },
};

function validate30(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate30.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.offset === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/$defs/OffsetPage/required',
        keyword: 'required',
        params: { missingProperty: 'offset' },
        message: "must have required property '" + 'offset' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.limit === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/$defs/OffsetPage/required',
        keyword: 'required',
        params: { missingProperty: 'limit' },
        message: "must have required property '" + 'limit' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.count === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/$defs/OffsetPage/required',
        keyword: 'required',
        params: { missingProperty: 'count' },
        message: "must have required property '" + 'count' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(key0 === 'offset' || key0 === 'limit' || key0 === 'count')) {
        const err3 = {
          instancePath,
          schemaPath: '#/$defs/OffsetPage/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.offset !== undefined) {
      let data0 = data.offset;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err4 = {
          instancePath: instancePath + '/offset',
          schemaPath: '#/$defs/OffsetPage/properties/offset/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 < 0 || isNaN(data0)) {
          const err5 = {
            instancePath: instancePath + '/offset',
            schemaPath: '#/$defs/OffsetPage/properties/offset/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      }
    }
    if (data.limit !== undefined) {
      let data1 = data.limit;
      if (!(typeof data1 == 'number' && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        const err6 = {
          instancePath: instancePath + '/limit',
          schemaPath: '#/$defs/OffsetPage/properties/limit/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (typeof data1 == 'number' && isFinite(data1)) {
        if (data1 > 100 || isNaN(data1)) {
          const err7 = {
            instancePath: instancePath + '/limit',
            schemaPath: '#/$defs/OffsetPage/properties/limit/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 100 },
            message: 'must be <= 100',
          };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (data1 < 1 || isNaN(data1)) {
          const err8 = {
            instancePath: instancePath + '/limit',
            schemaPath: '#/$defs/OffsetPage/properties/limit/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
    }
    if (data.count !== undefined) {
      let data2 = data.count;
      if (!(typeof data2 == 'number' && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err9 = {
          instancePath: instancePath + '/count',
          schemaPath: '#/$defs/OffsetPage/properties/count/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if (typeof data2 == 'number' && isFinite(data2)) {
        if (data2 < 0 || isNaN(data2)) {
          const err10 = {
            instancePath: instancePath + '/count',
            schemaPath: '#/$defs/OffsetPage/properties/count/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
    }
  } else {
    const err11 = {
      instancePath,
      schemaPath: '#/$defs/OffsetPage/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (_valid0) {
    var props0 = true;
  }
  const _errs11 = errors;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.limit === undefined) {
      const err12 = {
        instancePath,
        schemaPath: '#/$defs/CursorPage/required',
        keyword: 'required',
        params: { missingProperty: 'limit' },
        message: "must have required property '" + 'limit' + "'",
      };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    if (data.next_cursor === undefined) {
      const err13 = {
        instancePath,
        schemaPath: '#/$defs/CursorPage/required',
        keyword: 'required',
        params: { missingProperty: 'next_cursor' },
        message: "must have required property '" + 'next_cursor' + "'",
      };
      if (vErrors === null) {
        vErrors = [err13];
      } else {
        vErrors.push(err13);
      }
      errors++;
    }
    for (const key1 in data) {
      if (!(key1 === 'limit' || key1 === 'next_cursor')) {
        const err14 = {
          instancePath,
          schemaPath: '#/$defs/CursorPage/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key1 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.limit !== undefined) {
      let data3 = data.limit;
      if (!(typeof data3 == 'number' && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
        const err15 = {
          instancePath: instancePath + '/limit',
          schemaPath: '#/$defs/CursorPage/properties/limit/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
      if (typeof data3 == 'number' && isFinite(data3)) {
        if (data3 > 100 || isNaN(data3)) {
          const err16 = {
            instancePath: instancePath + '/limit',
            schemaPath: '#/$defs/CursorPage/properties/limit/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 100 },
            message: 'must be <= 100',
          };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          const err17 = {
            instancePath: instancePath + '/limit',
            schemaPath: '#/$defs/CursorPage/properties/limit/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
    }
    if (data.next_cursor !== undefined) {
      let data4 = data.next_cursor;
      if (typeof data4 !== 'string' && data4 !== null) {
        const err18 = {
          instancePath: instancePath + '/next_cursor',
          schemaPath: '#/$defs/CursorPage/properties/next_cursor/type',
          keyword: 'type',
          params: { type: schema56.properties.next_cursor.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
  } else {
    const err19 = {
      instancePath,
      schemaPath: '#/$defs/CursorPage/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  }
  var _valid0 = _errs11 === errors;
  valid0 = valid0 || _valid0;
  if (_valid0) {
    if (props0 !== true) {
      props0 = true;
    }
  }
  if (!valid0) {
    const err20 = {
      instancePath,
      schemaPath: '#/anyOf',
      keyword: 'anyOf',
      params: {},
      message: 'must match a schema in anyOf',
    };
    if (vErrors === null) {
      vErrors = [err20];
    } else {
      vErrors.push(err20);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate30.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate30.evaluated = { dynamicProps: true, dynamicItems: false };

function validate27(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate27.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data._links === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.page === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'page' },
        message: "must have required property '" + 'page' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data._embedded !== undefined) {
      let data0 = data._embedded;
      if (data0 && typeof data0 == 'object' && !Array.isArray(data0)) {
        if (data0.authorizations === undefined) {
          const err2 = {
            instancePath: instancePath + '/_embedded',
            schemaPath: '#/properties/_embedded/required',
            keyword: 'required',
            params: { missingProperty: 'authorizations' },
            message: "must have required property '" + 'authorizations' + "'",
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.authorizations !== undefined) {
          let data1 = data0.authorizations;
          if (Array.isArray(data1)) {
            if (data1.length < 1) {
              const err3 = {
                instancePath: instancePath + '/_embedded/authorizations',
                schemaPath: '#/properties/_embedded/properties/authorizations/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            const len0 = data1.length;
            for (let i0 = 0; i0 < len0; i0++) {
              if (
                !validate21(data1[i0], {
                  instancePath: instancePath + '/_embedded/authorizations/' + i0,
                  parentData: data1,
                  parentDataProperty: i0,
                  rootData,
                  dynamicAnchors,
                })
              ) {
                vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
                errors = vErrors.length;
              }
            }
          } else {
            const err4 = {
              instancePath: instancePath + '/_embedded/authorizations',
              schemaPath: '#/properties/_embedded/properties/authorizations/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
      } else {
        const err5 = {
          instancePath: instancePath + '/_embedded',
          schemaPath: '#/properties/_embedded/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
    if (data.page !== undefined) {
      if (
        !validate30(data.page, {
          instancePath: instancePath + '/page',
          parentData: data,
          parentDataProperty: 'page',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err6 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate27.errors = vErrors;
  return errors === 0;
}
validate27.evaluated = {
  props: { _embedded: true, _links: true, page: true },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateAuthorizationUpdate = validate32;
const schema57 = {
  type: 'object',
  properties: {
    capture_amount: { type: 'integer', minimum: 1, maximum: 999999999999 },
    fee: { type: 'integer', minimum: 0 },
    void_me: { type: 'boolean' },
    tags: { $ref: '#/$defs/Tags' },
  },
};

function validate32(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate32.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.capture_amount !== undefined) {
      let data0 = data.capture_amount;
      if (!(typeof data0 == 'number' && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err0 = {
          instancePath: instancePath + '/capture_amount',
          schemaPath: '#/properties/capture_amount/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
      if (typeof data0 == 'number' && isFinite(data0)) {
        if (data0 > 999999999999 || isNaN(data0)) {
          const err1 = {
            instancePath: instancePath + '/capture_amount',
            schemaPath: '#/properties/capture_amount/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 999999999999 },
            message: 'must be <= 999999999999',
          };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          const err2 = {
            instancePath: instancePath + '/capture_amount',
            schemaPath: '#/properties/capture_amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 1 },
            message: 'must be >= 1',
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
    if (data.fee !== undefined) {
      let data1 = data.fee;
      if (!(typeof data1 == 'number' && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        const err3 = {
          instancePath: instancePath + '/fee',
          schemaPath: '#/properties/fee/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (typeof data1 == 'number' && isFinite(data1)) {
        if (data1 < 0 || isNaN(data1)) {
          const err4 = {
            instancePath: instancePath + '/fee',
            schemaPath: '#/properties/fee/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      }
    }
    if (data.void_me !== undefined) {
      if (typeof data.void_me !== 'boolean') {
        const err5 = {
          instancePath: instancePath + '/void_me',
          schemaPath: '#/properties/void_me/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.tags !== undefined) {
      let data3 = data.tags;
      if (data3 && typeof data3 == 'object' && !Array.isArray(data3)) {
        if (Object.keys(data3).length > 50) {
          const err6 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        for (const key0 in data3) {
          const _errs10 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err7 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err8 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err9 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          } else {
            const err10 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
          var valid2 = _errs10 === errors;
          if (!valid2) {
            const err11 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        for (const key1 in data3) {
          let data4 = data3[key1];
          if (typeof data4 === 'string') {
            if (func1(data4) > 500) {
              const err12 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            if (!pattern9.test(data4)) {
              const err13 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
          } else {
            const err14 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
      } else {
        const err15 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  } else {
    const err16 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err16];
    } else {
      vErrors.push(err16);
    }
    errors++;
  }
  validate32.errors = vErrors;
  return errors === 0;
}
validate32.evaluated = {
  props: { capture_amount: true, fee: true, void_me: true, tags: true },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateDevice = validate33;
const schema59 = {
  type: 'object',
  required: [
    'id',
    'created_at',
    'updated_at',
    'configuration_details',
    'enabled',
    'merchant',
    'model',
    'name',
    'tags',
    '_links',
  ],
  properties: {
    id: { type: 'string' },
    created_at: { $ref: '#/$defs/Instant' },
    updated_at: { $ref: '#/$defs/Instant' },
    configuration_details: { $ref: '#/$defs/DeviceConfiguration' },
    connection: { $ref: '#/$defs/DeviceConnection' },
    description: { type: ['string', 'null'] },
    enabled: { type: 'boolean' },
    idle_message: { type: ['string', 'null'] },
    merchant: { type: 'string' },
    model: { $ref: '#/$defs/DeviceModel' },
    name: { type: 'string' },
    serial_number: { type: ['string', 'null'] },
    tags: { $ref: '#/$defs/Tags' },
    android_version: { type: 'string' },
    firmware_version: { type: 'string' },
    payment_app_version: { type: 'string' },
    _links: { $ref: '#/$defs/Links' },
  },
};
const schema65 = { type: 'string', enum: ['OPEN', 'CLOSED'] };
const schema66 = { type: 'string' };
const schema62 = {
  type: 'object',
  properties: {
    allow_debit: { type: 'boolean' },
    bypass_device_on_capture: { type: 'boolean' },
    check_for_duplicate_transactions: { type: 'boolean' },
    prompt_amount_confirmation: { type: 'boolean' },
    prompt_manual_entry: { type: 'boolean' },
    prompt_for_signature: { $ref: '#/$defs/SignaturePrompt' },
    signature_threshold_amount: { type: 'integer', minimum: 0 },
    prompt_receipt_confirmation: { type: 'boolean' },
    display_tip_on_receipt: { type: 'boolean' },
    prompt_tip_on_screen: { type: 'boolean' },
    tipping_details: { anyOf: [{ $ref: '#/$defs/TippingDetails' }, { type: 'null' }] },
    allow_standalone_sales: { type: 'boolean' },
    allow_standalone_authorizations: { type: 'boolean' },
    allow_standalone_refunds: { type: 'boolean' },
    surcharge_basis_points: { type: ['integer', 'null'], minimum: 0, maximum: 300 },
    automatic_receipt_delivery_methods: { type: ['array', 'null'], items: { type: 'string' } },
    available_receipt_methods: { type: ['array', 'null'], items: { type: 'string' } },
    idle_message: { type: ['string', 'null'] },
    idle_image_file_id: { type: ['string', 'null'] },
  },
};
const schema63 = { type: 'string', enum: ['ALWAYS', 'NEVER', 'AMOUNT'] };
const schema64 = {
  type: 'object',
  properties: {
    percent_options: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 3, maxItems: 3 },
    fixed_options: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 3, maxItems: 3 },
    percent_tipping_threshold: { type: 'integer', minimum: 0 },
    allow_custom_tip: { type: 'boolean' },
  },
};

function validate34(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate34.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.allow_debit !== undefined) {
      if (typeof data.allow_debit !== 'boolean') {
        const err0 = {
          instancePath: instancePath + '/allow_debit',
          schemaPath: '#/properties/allow_debit/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.bypass_device_on_capture !== undefined) {
      if (typeof data.bypass_device_on_capture !== 'boolean') {
        const err1 = {
          instancePath: instancePath + '/bypass_device_on_capture',
          schemaPath: '#/properties/bypass_device_on_capture/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.check_for_duplicate_transactions !== undefined) {
      if (typeof data.check_for_duplicate_transactions !== 'boolean') {
        const err2 = {
          instancePath: instancePath + '/check_for_duplicate_transactions',
          schemaPath: '#/properties/check_for_duplicate_transactions/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.prompt_amount_confirmation !== undefined) {
      if (typeof data.prompt_amount_confirmation !== 'boolean') {
        const err3 = {
          instancePath: instancePath + '/prompt_amount_confirmation',
          schemaPath: '#/properties/prompt_amount_confirmation/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.prompt_manual_entry !== undefined) {
      if (typeof data.prompt_manual_entry !== 'boolean') {
        const err4 = {
          instancePath: instancePath + '/prompt_manual_entry',
          schemaPath: '#/properties/prompt_manual_entry/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.prompt_for_signature !== undefined) {
      let data5 = data.prompt_for_signature;
      if (typeof data5 !== 'string') {
        const err5 = {
          instancePath: instancePath + '/prompt_for_signature',
          schemaPath: '#/$defs/SignaturePrompt/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (!(data5 === 'ALWAYS' || data5 === 'NEVER' || data5 === 'AMOUNT')) {
        const err6 = {
          instancePath: instancePath + '/prompt_for_signature',
          schemaPath: '#/$defs/SignaturePrompt/enum',
          keyword: 'enum',
          params: { allowedValues: schema63.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.signature_threshold_amount !== undefined) {
      let data6 = data.signature_threshold_amount;
      if (!(typeof data6 == 'number' && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
        const err7 = {
          instancePath: instancePath + '/signature_threshold_amount',
          schemaPath: '#/properties/signature_threshold_amount/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data6 == 'number' && isFinite(data6)) {
        if (data6 < 0 || isNaN(data6)) {
          const err8 = {
            instancePath: instancePath + '/signature_threshold_amount',
            schemaPath: '#/properties/signature_threshold_amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
    }
    if (data.prompt_receipt_confirmation !== undefined) {
      if (typeof data.prompt_receipt_confirmation !== 'boolean') {
        const err9 = {
          instancePath: instancePath + '/prompt_receipt_confirmation',
          schemaPath: '#/properties/prompt_receipt_confirmation/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.display_tip_on_receipt !== undefined) {
      if (typeof data.display_tip_on_receipt !== 'boolean') {
        const err10 = {
          instancePath: instancePath + '/display_tip_on_receipt',
          schemaPath: '#/properties/display_tip_on_receipt/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.prompt_tip_on_screen !== undefined) {
      if (typeof data.prompt_tip_on_screen !== 'boolean') {
        const err11 = {
          instancePath: instancePath + '/prompt_tip_on_screen',
          schemaPath: '#/properties/prompt_tip_on_screen/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.tipping_details !== undefined) {
      let data10 = data.tipping_details;
      const _errs23 = errors;
      let valid2 = false;
      const _errs24 = errors;
      if (data10 && typeof data10 == 'object' && !Array.isArray(data10)) {
        if (data10.percent_options !== undefined) {
          let data11 = data10.percent_options;
          if (Array.isArray(data11)) {
            if (data11.length > 3) {
              const err12 = {
                instancePath: instancePath + '/tipping_details/percent_options',
                schemaPath: '#/$defs/TippingDetails/properties/percent_options/maxItems',
                keyword: 'maxItems',
                params: { limit: 3 },
                message: 'must NOT have more than 3 items',
              };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            if (data11.length < 3) {
              const err13 = {
                instancePath: instancePath + '/tipping_details/percent_options',
                schemaPath: '#/$defs/TippingDetails/properties/percent_options/minItems',
                keyword: 'minItems',
                params: { limit: 3 },
                message: 'must NOT have fewer than 3 items',
              };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
            const len0 = data11.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data12 = data11[i0];
              if (!(typeof data12 == 'number' && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                const err14 = {
                  instancePath: instancePath + '/tipping_details/percent_options/' + i0,
                  schemaPath: '#/$defs/TippingDetails/properties/percent_options/items/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err14];
                } else {
                  vErrors.push(err14);
                }
                errors++;
              }
              if (typeof data12 == 'number' && isFinite(data12)) {
                if (data12 < 0 || isNaN(data12)) {
                  const err15 = {
                    instancePath: instancePath + '/tipping_details/percent_options/' + i0,
                    schemaPath: '#/$defs/TippingDetails/properties/percent_options/items/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 0 },
                    message: 'must be >= 0',
                  };
                  if (vErrors === null) {
                    vErrors = [err15];
                  } else {
                    vErrors.push(err15);
                  }
                  errors++;
                }
              }
            }
          } else {
            const err16 = {
              instancePath: instancePath + '/tipping_details/percent_options',
              schemaPath: '#/$defs/TippingDetails/properties/percent_options/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data10.fixed_options !== undefined) {
          let data13 = data10.fixed_options;
          if (Array.isArray(data13)) {
            if (data13.length > 3) {
              const err17 = {
                instancePath: instancePath + '/tipping_details/fixed_options',
                schemaPath: '#/$defs/TippingDetails/properties/fixed_options/maxItems',
                keyword: 'maxItems',
                params: { limit: 3 },
                message: 'must NOT have more than 3 items',
              };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (data13.length < 3) {
              const err18 = {
                instancePath: instancePath + '/tipping_details/fixed_options',
                schemaPath: '#/$defs/TippingDetails/properties/fixed_options/minItems',
                keyword: 'minItems',
                params: { limit: 3 },
                message: 'must NOT have fewer than 3 items',
              };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
            const len1 = data13.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data14 = data13[i1];
              if (!(typeof data14 == 'number' && !(data14 % 1) && !isNaN(data14) && isFinite(data14))) {
                const err19 = {
                  instancePath: instancePath + '/tipping_details/fixed_options/' + i1,
                  schemaPath: '#/$defs/TippingDetails/properties/fixed_options/items/type',
                  keyword: 'type',
                  params: { type: 'integer' },
                  message: 'must be integer',
                };
                if (vErrors === null) {
                  vErrors = [err19];
                } else {
                  vErrors.push(err19);
                }
                errors++;
              }
              if (typeof data14 == 'number' && isFinite(data14)) {
                if (data14 < 0 || isNaN(data14)) {
                  const err20 = {
                    instancePath: instancePath + '/tipping_details/fixed_options/' + i1,
                    schemaPath: '#/$defs/TippingDetails/properties/fixed_options/items/minimum',
                    keyword: 'minimum',
                    params: { comparison: '>=', limit: 0 },
                    message: 'must be >= 0',
                  };
                  if (vErrors === null) {
                    vErrors = [err20];
                  } else {
                    vErrors.push(err20);
                  }
                  errors++;
                }
              }
            }
          } else {
            const err21 = {
              instancePath: instancePath + '/tipping_details/fixed_options',
              schemaPath: '#/$defs/TippingDetails/properties/fixed_options/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
        }
        if (data10.percent_tipping_threshold !== undefined) {
          let data15 = data10.percent_tipping_threshold;
          if (!(typeof data15 == 'number' && !(data15 % 1) && !isNaN(data15) && isFinite(data15))) {
            const err22 = {
              instancePath: instancePath + '/tipping_details/percent_tipping_threshold',
              schemaPath: '#/$defs/TippingDetails/properties/percent_tipping_threshold/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
            };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
          if (typeof data15 == 'number' && isFinite(data15)) {
            if (data15 < 0 || isNaN(data15)) {
              const err23 = {
                instancePath: instancePath + '/tipping_details/percent_tipping_threshold',
                schemaPath: '#/$defs/TippingDetails/properties/percent_tipping_threshold/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
              };
              if (vErrors === null) {
                vErrors = [err23];
              } else {
                vErrors.push(err23);
              }
              errors++;
            }
          }
        }
        if (data10.allow_custom_tip !== undefined) {
          if (typeof data10.allow_custom_tip !== 'boolean') {
            const err24 = {
              instancePath: instancePath + '/tipping_details/allow_custom_tip',
              schemaPath: '#/$defs/TippingDetails/properties/allow_custom_tip/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
            };
            if (vErrors === null) {
              vErrors = [err24];
            } else {
              vErrors.push(err24);
            }
            errors++;
          }
        }
      } else {
        const err25 = {
          instancePath: instancePath + '/tipping_details',
          schemaPath: '#/$defs/TippingDetails/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      }
      var _valid0 = _errs24 === errors;
      valid2 = valid2 || _valid0;
      if (_valid0) {
        var props0 = {};
        props0.percent_options = true;
        props0.fixed_options = true;
        props0.percent_tipping_threshold = true;
        props0.allow_custom_tip = true;
      }
      const _errs39 = errors;
      if (data10 !== null) {
        const err26 = {
          instancePath: instancePath + '/tipping_details',
          schemaPath: '#/properties/tipping_details/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err26];
        } else {
          vErrors.push(err26);
        }
        errors++;
      }
      var _valid0 = _errs39 === errors;
      valid2 = valid2 || _valid0;
      if (!valid2) {
        const err27 = {
          instancePath: instancePath + '/tipping_details',
          schemaPath: '#/properties/tipping_details/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      } else {
        errors = _errs23;
        if (vErrors !== null) {
          if (_errs23) {
            vErrors.length = _errs23;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.allow_standalone_sales !== undefined) {
      if (typeof data.allow_standalone_sales !== 'boolean') {
        const err28 = {
          instancePath: instancePath + '/allow_standalone_sales',
          schemaPath: '#/properties/allow_standalone_sales/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.allow_standalone_authorizations !== undefined) {
      if (typeof data.allow_standalone_authorizations !== 'boolean') {
        const err29 = {
          instancePath: instancePath + '/allow_standalone_authorizations',
          schemaPath: '#/properties/allow_standalone_authorizations/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
    }
    if (data.allow_standalone_refunds !== undefined) {
      if (typeof data.allow_standalone_refunds !== 'boolean') {
        const err30 = {
          instancePath: instancePath + '/allow_standalone_refunds',
          schemaPath: '#/properties/allow_standalone_refunds/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
    }
    if (data.surcharge_basis_points !== undefined) {
      let data20 = data.surcharge_basis_points;
      if (!(typeof data20 == 'number' && !(data20 % 1) && !isNaN(data20) && isFinite(data20)) && data20 !== null) {
        const err31 = {
          instancePath: instancePath + '/surcharge_basis_points',
          schemaPath: '#/properties/surcharge_basis_points/type',
          keyword: 'type',
          params: { type: schema62.properties.surcharge_basis_points.type },
          message: 'must be integer,null',
        };
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      }
      if (typeof data20 == 'number' && isFinite(data20)) {
        if (data20 > 300 || isNaN(data20)) {
          const err32 = {
            instancePath: instancePath + '/surcharge_basis_points',
            schemaPath: '#/properties/surcharge_basis_points/maximum',
            keyword: 'maximum',
            params: { comparison: '<=', limit: 300 },
            message: 'must be <= 300',
          };
          if (vErrors === null) {
            vErrors = [err32];
          } else {
            vErrors.push(err32);
          }
          errors++;
        }
        if (data20 < 0 || isNaN(data20)) {
          const err33 = {
            instancePath: instancePath + '/surcharge_basis_points',
            schemaPath: '#/properties/surcharge_basis_points/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err33];
          } else {
            vErrors.push(err33);
          }
          errors++;
        }
      }
    }
    if (data.automatic_receipt_delivery_methods !== undefined) {
      let data21 = data.automatic_receipt_delivery_methods;
      if (!Array.isArray(data21) && data21 !== null) {
        const err34 = {
          instancePath: instancePath + '/automatic_receipt_delivery_methods',
          schemaPath: '#/properties/automatic_receipt_delivery_methods/type',
          keyword: 'type',
          params: { type: schema62.properties.automatic_receipt_delivery_methods.type },
          message: 'must be array,null',
        };
        if (vErrors === null) {
          vErrors = [err34];
        } else {
          vErrors.push(err34);
        }
        errors++;
      }
      if (Array.isArray(data21)) {
        const len2 = data21.length;
        for (let i2 = 0; i2 < len2; i2++) {
          if (typeof data21[i2] !== 'string') {
            const err35 = {
              instancePath: instancePath + '/automatic_receipt_delivery_methods/' + i2,
              schemaPath: '#/properties/automatic_receipt_delivery_methods/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err35];
            } else {
              vErrors.push(err35);
            }
            errors++;
          }
        }
      }
    }
    if (data.available_receipt_methods !== undefined) {
      let data23 = data.available_receipt_methods;
      if (!Array.isArray(data23) && data23 !== null) {
        const err36 = {
          instancePath: instancePath + '/available_receipt_methods',
          schemaPath: '#/properties/available_receipt_methods/type',
          keyword: 'type',
          params: { type: schema62.properties.available_receipt_methods.type },
          message: 'must be array,null',
        };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
      if (Array.isArray(data23)) {
        const len3 = data23.length;
        for (let i3 = 0; i3 < len3; i3++) {
          if (typeof data23[i3] !== 'string') {
            const err37 = {
              instancePath: instancePath + '/available_receipt_methods/' + i3,
              schemaPath: '#/properties/available_receipt_methods/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err37];
            } else {
              vErrors.push(err37);
            }
            errors++;
          }
        }
      }
    }
    if (data.idle_message !== undefined) {
      let data25 = data.idle_message;
      if (typeof data25 !== 'string' && data25 !== null) {
        const err38 = {
          instancePath: instancePath + '/idle_message',
          schemaPath: '#/properties/idle_message/type',
          keyword: 'type',
          params: { type: schema62.properties.idle_message.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
    if (data.idle_image_file_id !== undefined) {
      let data26 = data.idle_image_file_id;
      if (typeof data26 !== 'string' && data26 !== null) {
        const err39 = {
          instancePath: instancePath + '/idle_image_file_id',
          schemaPath: '#/properties/idle_image_file_id/type',
          keyword: 'type',
          params: { type: schema62.properties.idle_image_file_id.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
  } else {
    const err40 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err40];
    } else {
      vErrors.push(err40);
    }
    errors++;
  }
  validate34.errors = vErrors;
  return errors === 0;
}
validate34.evaluated = {
  props: {
    allow_debit: true,
    bypass_device_on_capture: true,
    check_for_duplicate_transactions: true,
    prompt_amount_confirmation: true,
    prompt_manual_entry: true,
    prompt_for_signature: true,
    signature_threshold_amount: true,
    prompt_receipt_confirmation: true,
    display_tip_on_receipt: true,
    prompt_tip_on_screen: true,
    tipping_details: true,
    allow_standalone_sales: true,
    allow_standalone_authorizations: true,
    allow_standalone_refunds: true,
    surcharge_basis_points: true,
    automatic_receipt_delivery_methods: true,
    available_receipt_methods: true,
    idle_message: true,
    idle_image_file_id: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

function validate33(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate33.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.id === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'id' },
        message: "must have required property '" + 'id' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'created_at' },
        message: "must have required property '" + 'created_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.updated_at === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'updated_at' },
        message: "must have required property '" + 'updated_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.configuration_details === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'configuration_details' },
        message: "must have required property '" + 'configuration_details' + "'",
      };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.enabled === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'enabled' },
        message: "must have required property '" + 'enabled' + "'",
      };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.merchant === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'merchant' },
        message: "must have required property '" + 'merchant' + "'",
      };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.model === undefined) {
      const err6 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'model' },
        message: "must have required property '" + 'model' + "'",
      };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.name === undefined) {
      const err7 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'name' },
        message: "must have required property '" + 'name' + "'",
      };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.tags === undefined) {
      const err8 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'tags' },
        message: "must have required property '" + 'tags' + "'",
      };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data._links === undefined) {
      const err9 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.id !== undefined) {
      if (typeof data.id !== 'string') {
        const err10 = {
          instancePath: instancePath + '/id',
          schemaPath: '#/properties/id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.created_at !== undefined) {
      let data1 = data.created_at;
      if (typeof data1 === 'string') {
        if (!pattern4.test(data1)) {
          const err11 = {
            instancePath: instancePath + '/created_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/created_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.updated_at !== undefined) {
      let data2 = data.updated_at;
      if (typeof data2 === 'string') {
        if (!pattern4.test(data2)) {
          const err13 = {
            instancePath: instancePath + '/updated_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = {
          instancePath: instancePath + '/updated_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.configuration_details !== undefined) {
      if (
        !validate34(data.configuration_details, {
          instancePath: instancePath + '/configuration_details',
          parentData: data,
          parentDataProperty: 'configuration_details',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
        errors = vErrors.length;
      }
    }
    if (data.connection !== undefined) {
      let data4 = data.connection;
      if (typeof data4 !== 'string') {
        const err15 = {
          instancePath: instancePath + '/connection',
          schemaPath: '#/$defs/DeviceConnection/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
      if (!(data4 === 'OPEN' || data4 === 'CLOSED')) {
        const err16 = {
          instancePath: instancePath + '/connection',
          schemaPath: '#/$defs/DeviceConnection/enum',
          keyword: 'enum',
          params: { allowedValues: schema65.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data5 = data.description;
      if (typeof data5 !== 'string' && data5 !== null) {
        const err17 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: schema59.properties.description.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.enabled !== undefined) {
      if (typeof data.enabled !== 'boolean') {
        const err18 = {
          instancePath: instancePath + '/enabled',
          schemaPath: '#/properties/enabled/type',
          keyword: 'type',
          params: { type: 'boolean' },
          message: 'must be boolean',
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.idle_message !== undefined) {
      let data7 = data.idle_message;
      if (typeof data7 !== 'string' && data7 !== null) {
        const err19 = {
          instancePath: instancePath + '/idle_message',
          schemaPath: '#/properties/idle_message/type',
          keyword: 'type',
          params: { type: schema59.properties.idle_message.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.merchant !== undefined) {
      if (typeof data.merchant !== 'string') {
        const err20 = {
          instancePath: instancePath + '/merchant',
          schemaPath: '#/properties/merchant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.model !== undefined) {
      if (typeof data.model !== 'string') {
        const err21 = {
          instancePath: instancePath + '/model',
          schemaPath: '#/$defs/DeviceModel/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
    }
    if (data.name !== undefined) {
      if (typeof data.name !== 'string') {
        const err22 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
    if (data.serial_number !== undefined) {
      let data11 = data.serial_number;
      if (typeof data11 !== 'string' && data11 !== null) {
        const err23 = {
          instancePath: instancePath + '/serial_number',
          schemaPath: '#/properties/serial_number/type',
          keyword: 'type',
          params: { type: schema59.properties.serial_number.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    if (data.tags !== undefined) {
      let data12 = data.tags;
      if (data12 && typeof data12 == 'object' && !Array.isArray(data12)) {
        if (Object.keys(data12).length > 50) {
          const err24 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
        for (const key0 in data12) {
          const _errs31 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err25 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err26 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err27 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
          } else {
            const err28 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
          var valid6 = _errs31 === errors;
          if (!valid6) {
            const err29 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
        }
        for (const key1 in data12) {
          let data13 = data12[key1];
          if (typeof data13 === 'string') {
            if (func1(data13) > 500) {
              const err30 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err30];
              } else {
                vErrors.push(err30);
              }
              errors++;
            }
            if (!pattern9.test(data13)) {
              const err31 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err31];
              } else {
                vErrors.push(err31);
              }
              errors++;
            }
          } else {
            const err32 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err32];
            } else {
              vErrors.push(err32);
            }
            errors++;
          }
        }
      } else {
        const err33 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      }
    }
    if (data.android_version !== undefined) {
      if (typeof data.android_version !== 'string') {
        const err34 = {
          instancePath: instancePath + '/android_version',
          schemaPath: '#/properties/android_version/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err34];
        } else {
          vErrors.push(err34);
        }
        errors++;
      }
    }
    if (data.firmware_version !== undefined) {
      if (typeof data.firmware_version !== 'string') {
        const err35 = {
          instancePath: instancePath + '/firmware_version',
          schemaPath: '#/properties/firmware_version/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err35];
        } else {
          vErrors.push(err35);
        }
        errors++;
      }
    }
    if (data.payment_app_version !== undefined) {
      if (typeof data.payment_app_version !== 'string') {
        const err36 = {
          instancePath: instancePath + '/payment_app_version',
          schemaPath: '#/properties/payment_app_version/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err37 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err37];
    } else {
      vErrors.push(err37);
    }
    errors++;
  }
  validate33.errors = vErrors;
  return errors === 0;
}
validate33.evaluated = {
  props: {
    id: true,
    created_at: true,
    updated_at: true,
    configuration_details: true,
    connection: true,
    description: true,
    enabled: true,
    idle_message: true,
    merchant: true,
    model: true,
    name: true,
    serial_number: true,
    tags: true,
    android_version: true,
    firmware_version: true,
    payment_app_version: true,
    _links: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateDeviceCreate = validate37;
const schema68 = {
  type: 'object',
  required: ['model', 'name'],
  properties: {
    model: { type: 'string', minLength: 1 },
    name: { type: 'string', minLength: 1 },
    description: { type: ['string', 'null'] },
    serial_number: { type: ['string', 'null'] },
    configuration: { $ref: '#/$defs/DeviceConfiguration' },
    tags: { $ref: '#/$defs/Tags' },
  },
};

function validate37(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate37.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.model === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'model' },
        message: "must have required property '" + 'model' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'name' },
        message: "must have required property '" + 'name' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.model !== undefined) {
      let data0 = data.model;
      if (typeof data0 === 'string') {
        if (func1(data0) < 1) {
          const err2 = {
            instancePath: instancePath + '/model',
            schemaPath: '#/properties/model/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = {
          instancePath: instancePath + '/model',
          schemaPath: '#/properties/model/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.name !== undefined) {
      let data1 = data.name;
      if (typeof data1 === 'string') {
        if (func1(data1) < 1) {
          const err4 = {
            instancePath: instancePath + '/name',
            schemaPath: '#/properties/name/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
          };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data2 = data.description;
      if (typeof data2 !== 'string' && data2 !== null) {
        const err6 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: schema68.properties.description.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.serial_number !== undefined) {
      let data3 = data.serial_number;
      if (typeof data3 !== 'string' && data3 !== null) {
        const err7 = {
          instancePath: instancePath + '/serial_number',
          schemaPath: '#/properties/serial_number/type',
          keyword: 'type',
          params: { type: schema68.properties.serial_number.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.configuration !== undefined) {
      if (
        !validate34(data.configuration, {
          instancePath: instancePath + '/configuration',
          parentData: data,
          parentDataProperty: 'configuration',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
        errors = vErrors.length;
      }
    }
    if (data.tags !== undefined) {
      let data5 = data.tags;
      if (data5 && typeof data5 == 'object' && !Array.isArray(data5)) {
        if (Object.keys(data5).length > 50) {
          const err8 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        for (const key0 in data5) {
          const _errs13 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err9 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err10 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err11 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
          } else {
            const err12 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          var valid2 = _errs13 === errors;
          if (!valid2) {
            const err13 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        for (const key1 in data5) {
          let data6 = data5[key1];
          if (typeof data6 === 'string') {
            if (func1(data6) > 500) {
              const err14 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
            if (!pattern9.test(data6)) {
              const err15 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          } else {
            const err16 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
      } else {
        const err17 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
  } else {
    const err18 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  validate37.errors = vErrors;
  return errors === 0;
}
validate37.evaluated = {
  props: { model: true, name: true, description: true, serial_number: true, configuration: true, tags: true },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateDeviceList = validate39;
const schema70 = {
  type: 'object',
  required: ['_links', 'page'],
  properties: {
    _embedded: {
      type: 'object',
      required: ['devices'],
      properties: { devices: { type: 'array', minItems: 1, items: { $ref: '#/$defs/Device' } } },
    },
    _links: { $ref: '#/$defs/Links' },
    page: { $ref: '#/$defs/Page' },
  },
};

function validate39(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate39.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data._links === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.page === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'page' },
        message: "must have required property '" + 'page' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data._embedded !== undefined) {
      let data0 = data._embedded;
      if (data0 && typeof data0 == 'object' && !Array.isArray(data0)) {
        if (data0.devices === undefined) {
          const err2 = {
            instancePath: instancePath + '/_embedded',
            schemaPath: '#/properties/_embedded/required',
            keyword: 'required',
            params: { missingProperty: 'devices' },
            message: "must have required property '" + 'devices' + "'",
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.devices !== undefined) {
          let data1 = data0.devices;
          if (Array.isArray(data1)) {
            if (data1.length < 1) {
              const err3 = {
                instancePath: instancePath + '/_embedded/devices',
                schemaPath: '#/properties/_embedded/properties/devices/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            const len0 = data1.length;
            for (let i0 = 0; i0 < len0; i0++) {
              if (
                !validate33(data1[i0], {
                  instancePath: instancePath + '/_embedded/devices/' + i0,
                  parentData: data1,
                  parentDataProperty: i0,
                  rootData,
                  dynamicAnchors,
                })
              ) {
                vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
                errors = vErrors.length;
              }
            }
          } else {
            const err4 = {
              instancePath: instancePath + '/_embedded/devices',
              schemaPath: '#/properties/_embedded/properties/devices/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
      } else {
        const err5 = {
          instancePath: instancePath + '/_embedded',
          schemaPath: '#/properties/_embedded/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
    if (data.page !== undefined) {
      if (
        !validate30(data.page, {
          instancePath: instancePath + '/page',
          parentData: data,
          parentDataProperty: 'page',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err6 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate39.errors = vErrors;
  return errors === 0;
}
validate39.evaluated = {
  props: { _embedded: true, _links: true, page: true },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateDeviceMetricList = validate43;
const schema71 = {
  type: 'object',
  required: ['_links', 'page'],
  properties: {
    _embedded: {
      type: 'object',
      required: ['device_metrics'],
      properties: { device_metrics: { type: 'array', minItems: 1, items: { $ref: '#/$defs/DeviceMetric' } } },
    },
    _links: { $ref: '#/$defs/Links' },
    page: { $ref: '#/$defs/Page' },
  },
};
const schema72 = {
  type: 'object',
  required: ['id', 'created_at', '_links'],
  additionalProperties: true,
  properties: {
    id: { type: 'string' },
    created_at: { $ref: '#/$defs/Instant' },
    device: { type: 'string' },
    connection: { $ref: '#/$defs/DeviceConnection' },
    connectivity_network_type: { $ref: '#/$defs/ConnectivityNetworkType' },
    connectivity_signal_strength: { type: 'string' },
    _links: { $ref: '#/$defs/Links' },
  },
};
const schema75 = { type: 'string', enum: ['CELLULAR', 'ETHERNET', 'WIFI'] };

function validate44(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate44.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.id === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'id' },
        message: "must have required property '" + 'id' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'created_at' },
        message: "must have required property '" + 'created_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data._links === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.id !== undefined) {
      if (typeof data.id !== 'string') {
        const err3 = {
          instancePath: instancePath + '/id',
          schemaPath: '#/properties/id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.created_at !== undefined) {
      let data1 = data.created_at;
      if (typeof data1 === 'string') {
        if (!pattern4.test(data1)) {
          const err4 = {
            instancePath: instancePath + '/created_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = {
          instancePath: instancePath + '/created_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.device !== undefined) {
      if (typeof data.device !== 'string') {
        const err6 = {
          instancePath: instancePath + '/device',
          schemaPath: '#/properties/device/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.connection !== undefined) {
      let data3 = data.connection;
      if (typeof data3 !== 'string') {
        const err7 = {
          instancePath: instancePath + '/connection',
          schemaPath: '#/$defs/DeviceConnection/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (!(data3 === 'OPEN' || data3 === 'CLOSED')) {
        const err8 = {
          instancePath: instancePath + '/connection',
          schemaPath: '#/$defs/DeviceConnection/enum',
          keyword: 'enum',
          params: { allowedValues: schema65.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.connectivity_network_type !== undefined) {
      let data4 = data.connectivity_network_type;
      if (typeof data4 !== 'string') {
        const err9 = {
          instancePath: instancePath + '/connectivity_network_type',
          schemaPath: '#/$defs/ConnectivityNetworkType/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if (!(data4 === 'CELLULAR' || data4 === 'ETHERNET' || data4 === 'WIFI')) {
        const err10 = {
          instancePath: instancePath + '/connectivity_network_type',
          schemaPath: '#/$defs/ConnectivityNetworkType/enum',
          keyword: 'enum',
          params: { allowedValues: schema75.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.connectivity_signal_strength !== undefined) {
      if (typeof data.connectivity_signal_strength !== 'string') {
        const err11 = {
          instancePath: instancePath + '/connectivity_signal_strength',
          schemaPath: '#/properties/connectivity_signal_strength/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err12 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate44.errors = vErrors;
  return errors === 0;
}
validate44.evaluated = { props: true, dynamicProps: false, dynamicItems: false };

function validate43(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate43.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data._links === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.page === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'page' },
        message: "must have required property '" + 'page' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data._embedded !== undefined) {
      let data0 = data._embedded;
      if (data0 && typeof data0 == 'object' && !Array.isArray(data0)) {
        if (data0.device_metrics === undefined) {
          const err2 = {
            instancePath: instancePath + '/_embedded',
            schemaPath: '#/properties/_embedded/required',
            keyword: 'required',
            params: { missingProperty: 'device_metrics' },
            message: "must have required property '" + 'device_metrics' + "'",
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.device_metrics !== undefined) {
          let data1 = data0.device_metrics;
          if (Array.isArray(data1)) {
            if (data1.length < 1) {
              const err3 = {
                instancePath: instancePath + '/_embedded/device_metrics',
                schemaPath: '#/properties/_embedded/properties/device_metrics/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            const len0 = data1.length;
            for (let i0 = 0; i0 < len0; i0++) {
              if (
                !validate44(data1[i0], {
                  instancePath: instancePath + '/_embedded/device_metrics/' + i0,
                  parentData: data1,
                  parentDataProperty: i0,
                  rootData,
                  dynamicAnchors,
                })
              ) {
                vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
                errors = vErrors.length;
              }
            }
          } else {
            const err4 = {
              instancePath: instancePath + '/_embedded/device_metrics',
              schemaPath: '#/properties/_embedded/properties/device_metrics/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
      } else {
        const err5 = {
          instancePath: instancePath + '/_embedded',
          schemaPath: '#/properties/_embedded/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
    if (data.page !== undefined) {
      if (
        !validate30(data.page, {
          instancePath: instancePath + '/page',
          parentData: data,
          parentDataProperty: 'page',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err6 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate43.errors = vErrors;
  return errors === 0;
}
validate43.evaluated = {
  props: { _embedded: true, _links: true, page: true },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateDeviceUpdate = validate49;
const schema76 = {
  type: 'object',
  properties: {
    action: { $ref: '#/$defs/DeviceAction' },
    activation_code: { type: 'string' },
    idle_message: { type: 'string', minLength: 1 },
    name: { type: 'string', minLength: 1 },
    description: { type: ['string', 'null'] },
    serial_number: { type: ['string', 'null'] },
    configuration: { $ref: '#/$defs/DeviceConfiguration' },
    tags: { $ref: '#/$defs/Tags' },
  },
};
const schema77 = { type: 'string', enum: ['ACTIVATE', 'DEACTIVATE', 'CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE'] };

function validate49(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate49.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.action !== undefined) {
      let data0 = data.action;
      if (typeof data0 !== 'string') {
        const err0 = {
          instancePath: instancePath + '/action',
          schemaPath: '#/$defs/DeviceAction/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
      if (!(
        data0 === 'ACTIVATE' ||
        data0 === 'DEACTIVATE' ||
        data0 === 'CANCEL' ||
        data0 === 'REBOOT' ||
        data0 === 'CREATE_IDLE_MESSAGE'
      )) {
        const err1 = {
          instancePath: instancePath + '/action',
          schemaPath: '#/$defs/DeviceAction/enum',
          keyword: 'enum',
          params: { allowedValues: schema77.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.activation_code !== undefined) {
      if (typeof data.activation_code !== 'string') {
        const err2 = {
          instancePath: instancePath + '/activation_code',
          schemaPath: '#/properties/activation_code/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.idle_message !== undefined) {
      let data2 = data.idle_message;
      if (typeof data2 === 'string') {
        if (func1(data2) < 1) {
          const err3 = {
            instancePath: instancePath + '/idle_message',
            schemaPath: '#/properties/idle_message/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
          };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = {
          instancePath: instancePath + '/idle_message',
          schemaPath: '#/properties/idle_message/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.name !== undefined) {
      let data3 = data.name;
      if (typeof data3 === 'string') {
        if (func1(data3) < 1) {
          const err5 = {
            instancePath: instancePath + '/name',
            schemaPath: '#/properties/name/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
          };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data4 = data.description;
      if (typeof data4 !== 'string' && data4 !== null) {
        const err7 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: schema76.properties.description.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.serial_number !== undefined) {
      let data5 = data.serial_number;
      if (typeof data5 !== 'string' && data5 !== null) {
        const err8 = {
          instancePath: instancePath + '/serial_number',
          schemaPath: '#/properties/serial_number/type',
          keyword: 'type',
          params: { type: schema76.properties.serial_number.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.configuration !== undefined) {
      if (
        !validate34(data.configuration, {
          instancePath: instancePath + '/configuration',
          parentData: data,
          parentDataProperty: 'configuration',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
        errors = vErrors.length;
      }
    }
    if (data.tags !== undefined) {
      let data7 = data.tags;
      if (data7 && typeof data7 == 'object' && !Array.isArray(data7)) {
        if (Object.keys(data7).length > 50) {
          const err9 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key0 in data7) {
          const _errs18 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err10 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err11 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err12 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          } else {
            const err13 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          var valid3 = _errs18 === errors;
          if (!valid3) {
            const err14 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
        for (const key1 in data7) {
          let data8 = data7[key1];
          if (typeof data8 === 'string') {
            if (func1(data8) > 500) {
              const err15 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
            if (!pattern9.test(data8)) {
              const err16 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
          } else {
            const err17 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
  } else {
    const err19 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  }
  validate49.errors = vErrors;
  return errors === 0;
}
validate49.evaluated = {
  props: {
    action: true,
    activation_code: true,
    idle_message: true,
    name: true,
    description: true,
    serial_number: true,
    configuration: true,
    tags: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateMerchant = validate51;
const schema79 = {
  type: 'object',
  required: ['id', 'created_at', 'updated_at', 'name', 'processor', 'state', 'tags', '_links'],
  properties: {
    id: { type: 'string' },
    created_at: { $ref: '#/$defs/Instant' },
    updated_at: { $ref: '#/$defs/Instant' },
    application: { type: 'string' },
    name: { type: 'string' },
    processor: { $ref: '#/$defs/Processor' },
    state: { $ref: '#/$defs/MerchantState' },
    tags: { $ref: '#/$defs/Tags' },
    _links: { $ref: '#/$defs/Links' },
  },
};
const schema82 = { type: 'string' };
const schema83 = { type: 'string' };

function validate51(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate51.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.id === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'id' },
        message: "must have required property '" + 'id' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'created_at' },
        message: "must have required property '" + 'created_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.updated_at === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'updated_at' },
        message: "must have required property '" + 'updated_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.name === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'name' },
        message: "must have required property '" + 'name' + "'",
      };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.processor === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'processor' },
        message: "must have required property '" + 'processor' + "'",
      };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.state === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'state' },
        message: "must have required property '" + 'state' + "'",
      };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.tags === undefined) {
      const err6 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'tags' },
        message: "must have required property '" + 'tags' + "'",
      };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data._links === undefined) {
      const err7 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.id !== undefined) {
      if (typeof data.id !== 'string') {
        const err8 = {
          instancePath: instancePath + '/id',
          schemaPath: '#/properties/id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.created_at !== undefined) {
      let data1 = data.created_at;
      if (typeof data1 === 'string') {
        if (!pattern4.test(data1)) {
          const err9 = {
            instancePath: instancePath + '/created_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      } else {
        const err10 = {
          instancePath: instancePath + '/created_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.updated_at !== undefined) {
      let data2 = data.updated_at;
      if (typeof data2 === 'string') {
        if (!pattern4.test(data2)) {
          const err11 = {
            instancePath: instancePath + '/updated_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/updated_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.application !== undefined) {
      if (typeof data.application !== 'string') {
        const err13 = {
          instancePath: instancePath + '/application',
          schemaPath: '#/properties/application/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.name !== undefined) {
      if (typeof data.name !== 'string') {
        const err14 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.processor !== undefined) {
      if (typeof data.processor !== 'string') {
        const err15 = {
          instancePath: instancePath + '/processor',
          schemaPath: '#/$defs/Processor/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.state !== undefined) {
      if (typeof data.state !== 'string') {
        const err16 = {
          instancePath: instancePath + '/state',
          schemaPath: '#/$defs/MerchantState/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (data.tags !== undefined) {
      let data7 = data.tags;
      if (data7 && typeof data7 == 'object' && !Array.isArray(data7)) {
        if (Object.keys(data7).length > 50) {
          const err17 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
        for (const key0 in data7) {
          const _errs22 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err18 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err19 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err20 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
          } else {
            const err21 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
          var valid6 = _errs22 === errors;
          if (!valid6) {
            const err22 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
        for (const key1 in data7) {
          let data8 = data7[key1];
          if (typeof data8 === 'string') {
            if (func1(data8) > 500) {
              const err23 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err23];
              } else {
                vErrors.push(err23);
              }
              errors++;
            }
            if (!pattern9.test(data8)) {
              const err24 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
          } else {
            const err25 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
      } else {
        const err26 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err26];
        } else {
          vErrors.push(err26);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err27 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err27];
    } else {
      vErrors.push(err27);
    }
    errors++;
  }
  validate51.errors = vErrors;
  return errors === 0;
}
validate51.evaluated = {
  props: {
    id: true,
    created_at: true,
    updated_at: true,
    application: true,
    name: true,
    processor: true,
    state: true,
    tags: true,
    _links: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateTransfer = validate53;
const schema85 = {
  type: 'object',
  required: [
    'id',
    'created_at',
    'updated_at',
    'state',
    'type',
    'amount',
    'amount_requested',
    'currency',
    'tags',
    '_links',
  ],
  properties: {
    id: { type: 'string' },
    created_at: { $ref: '#/$defs/Instant' },
    updated_at: { $ref: '#/$defs/Instant' },
    application: { type: 'string' },
    state: { $ref: '#/$defs/PaymentState' },
    type: { $ref: '#/$defs/TransferType' },
    subtype: { type: ['string', 'null'] },
    amount: { type: 'integer', minimum: 0 },
    amount_requested: { type: 'integer', minimum: 0 },
    currency: { $ref: '#/$defs/Currency' },
    device: { type: ['string', 'null'] },
    merchant: { type: 'string' },
    operation_key: { anyOf: [{ $ref: '#/$defs/OperationKey' }, { type: 'null' }] },
    idempotency_id: { type: ['string', 'null'] },
    trace_id: { type: 'string' },
    fee: { type: ['integer', 'null'], minimum: 0 },
    tip_amount: { type: ['integer', 'null'], minimum: 0 },
    parent_transfer: { type: ['string', 'null'] },
    ready_to_settle_at: { type: ['string', 'null'] },
    failure_code: { anyOf: [{ $ref: '#/$defs/FailureCode' }, { type: 'null' }] },
    failure_message: { type: ['string', 'null'] },
    messages: { type: 'array', items: { type: 'string' } },
    card_present_details: { anyOf: [{ $ref: '#/$defs/CardPresentDetails' }, { type: 'null' }] },
    tags: { $ref: '#/$defs/Tags' },
    _links: { $ref: '#/$defs/Links' },
  },
};
const schema89 = {
  type: 'string',
  enum: ['DEBIT', 'CREDIT', 'REVERSAL', 'FEE', 'ADJUSTMENT', 'DISPUTE', 'RESERVE', 'SETTLEMENT', 'UNKNOWN'],
};

function validate53(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate53.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.id === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'id' },
        message: "must have required property '" + 'id' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'created_at' },
        message: "must have required property '" + 'created_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.updated_at === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'updated_at' },
        message: "must have required property '" + 'updated_at' + "'",
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.state === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'state' },
        message: "must have required property '" + 'state' + "'",
      };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.type === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'type' },
        message: "must have required property '" + 'type' + "'",
      };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.amount === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'amount' },
        message: "must have required property '" + 'amount' + "'",
      };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.amount_requested === undefined) {
      const err6 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'amount_requested' },
        message: "must have required property '" + 'amount_requested' + "'",
      };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.currency === undefined) {
      const err7 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'currency' },
        message: "must have required property '" + 'currency' + "'",
      };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.tags === undefined) {
      const err8 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'tags' },
        message: "must have required property '" + 'tags' + "'",
      };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data._links === undefined) {
      const err9 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.id !== undefined) {
      if (typeof data.id !== 'string') {
        const err10 = {
          instancePath: instancePath + '/id',
          schemaPath: '#/properties/id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.created_at !== undefined) {
      let data1 = data.created_at;
      if (typeof data1 === 'string') {
        if (!pattern4.test(data1)) {
          const err11 = {
            instancePath: instancePath + '/created_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/created_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.updated_at !== undefined) {
      let data2 = data.updated_at;
      if (typeof data2 === 'string') {
        if (!pattern4.test(data2)) {
          const err13 = {
            instancePath: instancePath + '/updated_at',
            schemaPath: '#/$defs/Instant/pattern',
            keyword: 'pattern',
            params: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' },
            message:
              'must match pattern "' + '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = {
          instancePath: instancePath + '/updated_at',
          schemaPath: '#/$defs/Instant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.application !== undefined) {
      if (typeof data.application !== 'string') {
        const err15 = {
          instancePath: instancePath + '/application',
          schemaPath: '#/properties/application/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.state !== undefined) {
      let data4 = data.state;
      if (typeof data4 !== 'string') {
        const err16 = {
          instancePath: instancePath + '/state',
          schemaPath: '#/$defs/PaymentState/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (!(
        data4 === 'PENDING' ||
        data4 === 'SUCCEEDED' ||
        data4 === 'FAILED' ||
        data4 === 'CANCELED' ||
        data4 === 'UNKNOWN'
      )) {
        const err17 = {
          instancePath: instancePath + '/state',
          schemaPath: '#/$defs/PaymentState/enum',
          keyword: 'enum',
          params: { allowedValues: schema35.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data5 = data.type;
      if (typeof data5 !== 'string') {
        const err18 = {
          instancePath: instancePath + '/type',
          schemaPath: '#/$defs/TransferType/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
      if (!(
        data5 === 'DEBIT' ||
        data5 === 'CREDIT' ||
        data5 === 'REVERSAL' ||
        data5 === 'FEE' ||
        data5 === 'ADJUSTMENT' ||
        data5 === 'DISPUTE' ||
        data5 === 'RESERVE' ||
        data5 === 'SETTLEMENT' ||
        data5 === 'UNKNOWN'
      )) {
        const err19 = {
          instancePath: instancePath + '/type',
          schemaPath: '#/$defs/TransferType/enum',
          keyword: 'enum',
          params: { allowedValues: schema89.enum },
          message: 'must be equal to one of the allowed values',
        };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.subtype !== undefined) {
      let data6 = data.subtype;
      if (typeof data6 !== 'string' && data6 !== null) {
        const err20 = {
          instancePath: instancePath + '/subtype',
          schemaPath: '#/properties/subtype/type',
          keyword: 'type',
          params: { type: schema85.properties.subtype.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.amount !== undefined) {
      let data7 = data.amount;
      if (!(typeof data7 == 'number' && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
        const err21 = {
          instancePath: instancePath + '/amount',
          schemaPath: '#/properties/amount/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
      if (typeof data7 == 'number' && isFinite(data7)) {
        if (data7 < 0 || isNaN(data7)) {
          const err22 = {
            instancePath: instancePath + '/amount',
            schemaPath: '#/properties/amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
      }
    }
    if (data.amount_requested !== undefined) {
      let data8 = data.amount_requested;
      if (!(typeof data8 == 'number' && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
        const err23 = {
          instancePath: instancePath + '/amount_requested',
          schemaPath: '#/properties/amount_requested/type',
          keyword: 'type',
          params: { type: 'integer' },
          message: 'must be integer',
        };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
      if (typeof data8 == 'number' && isFinite(data8)) {
        if (data8 < 0 || isNaN(data8)) {
          const err24 = {
            instancePath: instancePath + '/amount_requested',
            schemaPath: '#/properties/amount_requested/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
      }
    }
    if (data.currency !== undefined) {
      let data9 = data.currency;
      if (typeof data9 === 'string') {
        if (!pattern6.test(data9)) {
          const err25 = {
            instancePath: instancePath + '/currency',
            schemaPath: '#/$defs/Currency/pattern',
            keyword: 'pattern',
            params: { pattern: '^[A-Z]{3}$' },
            message: 'must match pattern "' + '^[A-Z]{3}$' + '"',
          };
          if (vErrors === null) {
            vErrors = [err25];
          } else {
            vErrors.push(err25);
          }
          errors++;
        }
      } else {
        const err26 = {
          instancePath: instancePath + '/currency',
          schemaPath: '#/$defs/Currency/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err26];
        } else {
          vErrors.push(err26);
        }
        errors++;
      }
    }
    if (data.device !== undefined) {
      let data10 = data.device;
      if (typeof data10 !== 'string' && data10 !== null) {
        const err27 = {
          instancePath: instancePath + '/device',
          schemaPath: '#/properties/device/type',
          keyword: 'type',
          params: { type: schema85.properties.device.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      }
    }
    if (data.merchant !== undefined) {
      if (typeof data.merchant !== 'string') {
        const err28 = {
          instancePath: instancePath + '/merchant',
          schemaPath: '#/properties/merchant/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.operation_key !== undefined) {
      let data12 = data.operation_key;
      const _errs31 = errors;
      let valid6 = false;
      const _errs32 = errors;
      if (typeof data12 !== 'string') {
        const err29 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/$defs/OperationKey/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
      var _valid0 = _errs32 === errors;
      valid6 = valid6 || _valid0;
      const _errs35 = errors;
      if (data12 !== null) {
        const err30 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/properties/operation_key/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
      var _valid0 = _errs35 === errors;
      valid6 = valid6 || _valid0;
      if (!valid6) {
        const err31 = {
          instancePath: instancePath + '/operation_key',
          schemaPath: '#/properties/operation_key/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      } else {
        errors = _errs31;
        if (vErrors !== null) {
          if (_errs31) {
            vErrors.length = _errs31;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.idempotency_id !== undefined) {
      let data13 = data.idempotency_id;
      if (typeof data13 !== 'string' && data13 !== null) {
        const err32 = {
          instancePath: instancePath + '/idempotency_id',
          schemaPath: '#/properties/idempotency_id/type',
          keyword: 'type',
          params: { type: schema85.properties.idempotency_id.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
    }
    if (data.trace_id !== undefined) {
      if (typeof data.trace_id !== 'string') {
        const err33 = {
          instancePath: instancePath + '/trace_id',
          schemaPath: '#/properties/trace_id/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err33];
        } else {
          vErrors.push(err33);
        }
        errors++;
      }
    }
    if (data.fee !== undefined) {
      let data15 = data.fee;
      if (!(typeof data15 == 'number' && !(data15 % 1) && !isNaN(data15) && isFinite(data15)) && data15 !== null) {
        const err34 = {
          instancePath: instancePath + '/fee',
          schemaPath: '#/properties/fee/type',
          keyword: 'type',
          params: { type: schema85.properties.fee.type },
          message: 'must be integer,null',
        };
        if (vErrors === null) {
          vErrors = [err34];
        } else {
          vErrors.push(err34);
        }
        errors++;
      }
      if (typeof data15 == 'number' && isFinite(data15)) {
        if (data15 < 0 || isNaN(data15)) {
          const err35 = {
            instancePath: instancePath + '/fee',
            schemaPath: '#/properties/fee/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err35];
          } else {
            vErrors.push(err35);
          }
          errors++;
        }
      }
    }
    if (data.tip_amount !== undefined) {
      let data16 = data.tip_amount;
      if (!(typeof data16 == 'number' && !(data16 % 1) && !isNaN(data16) && isFinite(data16)) && data16 !== null) {
        const err36 = {
          instancePath: instancePath + '/tip_amount',
          schemaPath: '#/properties/tip_amount/type',
          keyword: 'type',
          params: { type: schema85.properties.tip_amount.type },
          message: 'must be integer,null',
        };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
      if (typeof data16 == 'number' && isFinite(data16)) {
        if (data16 < 0 || isNaN(data16)) {
          const err37 = {
            instancePath: instancePath + '/tip_amount',
            schemaPath: '#/properties/tip_amount/minimum',
            keyword: 'minimum',
            params: { comparison: '>=', limit: 0 },
            message: 'must be >= 0',
          };
          if (vErrors === null) {
            vErrors = [err37];
          } else {
            vErrors.push(err37);
          }
          errors++;
        }
      }
    }
    if (data.parent_transfer !== undefined) {
      let data17 = data.parent_transfer;
      if (typeof data17 !== 'string' && data17 !== null) {
        const err38 = {
          instancePath: instancePath + '/parent_transfer',
          schemaPath: '#/properties/parent_transfer/type',
          keyword: 'type',
          params: { type: schema85.properties.parent_transfer.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
    if (data.ready_to_settle_at !== undefined) {
      let data18 = data.ready_to_settle_at;
      if (typeof data18 !== 'string' && data18 !== null) {
        const err39 = {
          instancePath: instancePath + '/ready_to_settle_at',
          schemaPath: '#/properties/ready_to_settle_at/type',
          keyword: 'type',
          params: { type: schema85.properties.ready_to_settle_at.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
    if (data.failure_code !== undefined) {
      let data19 = data.failure_code;
      const _errs50 = errors;
      let valid8 = false;
      const _errs51 = errors;
      if (typeof data19 !== 'string') {
        const err40 = {
          instancePath: instancePath + '/failure_code',
          schemaPath: '#/$defs/FailureCode/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
      var _valid1 = _errs51 === errors;
      valid8 = valid8 || _valid1;
      const _errs54 = errors;
      if (data19 !== null) {
        const err41 = {
          instancePath: instancePath + '/failure_code',
          schemaPath: '#/properties/failure_code/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err41];
        } else {
          vErrors.push(err41);
        }
        errors++;
      }
      var _valid1 = _errs54 === errors;
      valid8 = valid8 || _valid1;
      if (!valid8) {
        const err42 = {
          instancePath: instancePath + '/failure_code',
          schemaPath: '#/properties/failure_code/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err42];
        } else {
          vErrors.push(err42);
        }
        errors++;
      } else {
        errors = _errs50;
        if (vErrors !== null) {
          if (_errs50) {
            vErrors.length = _errs50;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.failure_message !== undefined) {
      let data20 = data.failure_message;
      if (typeof data20 !== 'string' && data20 !== null) {
        const err43 = {
          instancePath: instancePath + '/failure_message',
          schemaPath: '#/properties/failure_message/type',
          keyword: 'type',
          params: { type: schema85.properties.failure_message.type },
          message: 'must be string,null',
        };
        if (vErrors === null) {
          vErrors = [err43];
        } else {
          vErrors.push(err43);
        }
        errors++;
      }
    }
    if (data.messages !== undefined) {
      let data21 = data.messages;
      if (Array.isArray(data21)) {
        const len0 = data21.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (typeof data21[i0] !== 'string') {
            const err44 = {
              instancePath: instancePath + '/messages/' + i0,
              schemaPath: '#/properties/messages/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err44];
            } else {
              vErrors.push(err44);
            }
            errors++;
          }
        }
      } else {
        const err45 = {
          instancePath: instancePath + '/messages',
          schemaPath: '#/properties/messages/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
        };
        if (vErrors === null) {
          vErrors = [err45];
        } else {
          vErrors.push(err45);
        }
        errors++;
      }
    }
    if (data.card_present_details !== undefined) {
      let data23 = data.card_present_details;
      const _errs63 = errors;
      let valid12 = false;
      const _errs64 = errors;
      if (
        !validate22(data23, {
          instancePath: instancePath + '/card_present_details',
          parentData: data,
          parentDataProperty: 'card_present_details',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
        errors = vErrors.length;
      }
      var _valid2 = _errs64 === errors;
      valid12 = valid12 || _valid2;
      if (_valid2) {
        var props0 = {};
        props0.approval_code = true;
        props0.brand = true;
        props0.entry_mode = true;
        props0.masked_account_number = true;
        props0.name = true;
        props0.payment_type = true;
        props0.emv_data = true;
      }
      const _errs65 = errors;
      if (data23 !== null) {
        const err46 = {
          instancePath: instancePath + '/card_present_details',
          schemaPath: '#/properties/card_present_details/anyOf/1/type',
          keyword: 'type',
          params: { type: 'null' },
          message: 'must be null',
        };
        if (vErrors === null) {
          vErrors = [err46];
        } else {
          vErrors.push(err46);
        }
        errors++;
      }
      var _valid2 = _errs65 === errors;
      valid12 = valid12 || _valid2;
      if (!valid12) {
        const err47 = {
          instancePath: instancePath + '/card_present_details',
          schemaPath: '#/properties/card_present_details/anyOf',
          keyword: 'anyOf',
          params: {},
          message: 'must match a schema in anyOf',
        };
        if (vErrors === null) {
          vErrors = [err47];
        } else {
          vErrors.push(err47);
        }
        errors++;
      } else {
        errors = _errs63;
        if (vErrors !== null) {
          if (_errs63) {
            vErrors.length = _errs63;
          } else {
            vErrors = null;
          }
        }
      }
    }
    if (data.tags !== undefined) {
      let data24 = data.tags;
      if (data24 && typeof data24 == 'object' && !Array.isArray(data24)) {
        if (Object.keys(data24).length > 50) {
          const err48 = {
            instancePath: instancePath + '/tags',
            schemaPath: '#/$defs/Tags/maxProperties',
            keyword: 'maxProperties',
            params: { limit: 50 },
            message: 'must NOT have more than 50 properties',
          };
          if (vErrors === null) {
            vErrors = [err48];
          } else {
            vErrors.push(err48);
          }
          errors++;
        }
        for (const key0 in data24) {
          const _errs70 = errors;
          if (typeof key0 === 'string') {
            if (func1(key0) > 40) {
              const err49 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/maxLength',
                keyword: 'maxLength',
                params: { limit: 40 },
                message: 'must NOT have more than 40 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err49];
              } else {
                vErrors.push(err49);
              }
              errors++;
            }
            if (func1(key0) < 1) {
              const err50 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err50];
              } else {
                vErrors.push(err50);
              }
              errors++;
            }
            if (!pattern8.test(key0)) {
              const err51 = {
                instancePath: instancePath + '/tags',
                schemaPath: '#/$defs/Tags/propertyNames/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']+$' },
                message: 'must match pattern "' + '^[^\\\\,"\']+$' + '"',
                propertyName: key0,
              };
              if (vErrors === null) {
                vErrors = [err51];
              } else {
                vErrors.push(err51);
              }
              errors++;
            }
          } else {
            const err52 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              propertyName: key0,
            };
            if (vErrors === null) {
              vErrors = [err52];
            } else {
              vErrors.push(err52);
            }
            errors++;
          }
          var valid14 = _errs70 === errors;
          if (!valid14) {
            const err53 = {
              instancePath: instancePath + '/tags',
              schemaPath: '#/$defs/Tags/propertyNames',
              keyword: 'propertyNames',
              params: { propertyName: key0 },
              message: 'property name must be valid',
            };
            if (vErrors === null) {
              vErrors = [err53];
            } else {
              vErrors.push(err53);
            }
            errors++;
          }
        }
        for (const key1 in data24) {
          let data25 = data24[key1];
          if (typeof data25 === 'string') {
            if (func1(data25) > 500) {
              const err54 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/maxLength',
                keyword: 'maxLength',
                params: { limit: 500 },
                message: 'must NOT have more than 500 characters',
              };
              if (vErrors === null) {
                vErrors = [err54];
              } else {
                vErrors.push(err54);
              }
              errors++;
            }
            if (!pattern9.test(data25)) {
              const err55 = {
                instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/Tags/additionalProperties/pattern',
                keyword: 'pattern',
                params: { pattern: '^[^\\\\,"\']*$' },
                message: 'must match pattern "' + '^[^\\\\,"\']*$' + '"',
              };
              if (vErrors === null) {
                vErrors = [err55];
              } else {
                vErrors.push(err55);
              }
              errors++;
            }
          } else {
            const err56 = {
              instancePath: instancePath + '/tags/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/Tags/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err56];
            } else {
              vErrors.push(err56);
            }
            errors++;
          }
        }
      } else {
        const err57 = {
          instancePath: instancePath + '/tags',
          schemaPath: '#/$defs/Tags/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err57];
        } else {
          vErrors.push(err57);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err58 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err58];
    } else {
      vErrors.push(err58);
    }
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
validate53.evaluated = {
  props: {
    id: true,
    created_at: true,
    updated_at: true,
    application: true,
    state: true,
    type: true,
    subtype: true,
    amount: true,
    amount_requested: true,
    currency: true,
    device: true,
    merchant: true,
    operation_key: true,
    idempotency_id: true,
    trace_id: true,
    fee: true,
    tip_amount: true,
    parent_transfer: true,
    ready_to_settle_at: true,
    failure_code: true,
    failure_message: true,
    messages: true,
    card_present_details: true,
    tags: true,
    _links: true,
  },
  dynamicProps: false,
  dynamicItems: false,
};

export const validateTransferList = validate56;
const schema94 = {
  type: 'object',
  required: ['_links', 'page'],
  properties: {
    _embedded: {
      type: 'object',
      required: ['transfers'],
      properties: { transfers: { type: 'array', minItems: 1, items: { $ref: '#/$defs/Transfer' } } },
    },
    _links: { $ref: '#/$defs/Links' },
    page: { $ref: '#/$defs/Page' },
  },
};

function validate56(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate56.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data._links === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: '_links' },
        message: "must have required property '" + '_links' + "'",
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.page === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'page' },
        message: "must have required property '" + 'page' + "'",
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data._embedded !== undefined) {
      let data0 = data._embedded;
      if (data0 && typeof data0 == 'object' && !Array.isArray(data0)) {
        if (data0.transfers === undefined) {
          const err2 = {
            instancePath: instancePath + '/_embedded',
            schemaPath: '#/properties/_embedded/required',
            keyword: 'required',
            params: { missingProperty: 'transfers' },
            message: "must have required property '" + 'transfers' + "'",
          };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.transfers !== undefined) {
          let data1 = data0.transfers;
          if (Array.isArray(data1)) {
            if (data1.length < 1) {
              const err3 = {
                instancePath: instancePath + '/_embedded/transfers',
                schemaPath: '#/properties/_embedded/properties/transfers/minItems',
                keyword: 'minItems',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 items',
              };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            const len0 = data1.length;
            for (let i0 = 0; i0 < len0; i0++) {
              if (
                !validate53(data1[i0], {
                  instancePath: instancePath + '/_embedded/transfers/' + i0,
                  parentData: data1,
                  parentDataProperty: i0,
                  rootData,
                  dynamicAnchors,
                })
              ) {
                vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
                errors = vErrors.length;
              }
            }
          } else {
            const err4 = {
              instancePath: instancePath + '/_embedded/transfers',
              schemaPath: '#/properties/_embedded/properties/transfers/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
            };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
      } else {
        const err5 = {
          instancePath: instancePath + '/_embedded',
          schemaPath: '#/properties/_embedded/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data._links !== undefined) {
      if (
        !validate24(data._links, {
          instancePath: instancePath + '/_links',
          parentData: data,
          parentDataProperty: '_links',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
        errors = vErrors.length;
      }
    }
    if (data.page !== undefined) {
      if (
        !validate30(data.page, {
          instancePath: instancePath + '/page',
          parentData: data,
          parentDataProperty: 'page',
          rootData,
          dynamicAnchors,
        })
      ) {
        vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err6 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
validate56.evaluated = {
  props: { _embedded: true, _links: true, page: true },
  dynamicProps: false,
  dynamicItems: false,
};

export const bodyValidators = {
  updateDevice: validateDeviceUpdate,
  createDevice: validateDeviceCreate,
  createAuthorization: validateAuthorizationCreate,
  updateAuthorization: validateAuthorizationUpdate,
};
