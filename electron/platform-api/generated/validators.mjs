// Generated from electron/platform-api/openapi.yaml by build/scripts/generate-platform-api.ts. Do not edit.
/* oxlint-disable */

export const validateApplicationCreate = validate21;
const schema32 = {"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1},"tags":{"$ref":"#/$defs/Tags"}}};
const schema33 = {"type":"object","maxProperties":50,"propertyNames":{"type":"string","minLength":1,"maxLength":40,"pattern":"^[^\\\\,\"']+$"},"additionalProperties":{"type":"string","maxLength":500,"pattern":"^[^\\\\,\"']*$"}};
const func1 = (text) => [...text].length;
const pattern4 = new RegExp("^[^\\\\,\"']+$", "u");
const pattern5 = new RegExp("^[^\\\\,\"']*$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data1){
const _errs6 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func1(key0) < 1){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(key0)){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern5.test(data2)){
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"name":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateApplicationProfileUpdate = validate22;
const schema34 = {"type":"object","properties":{"fee_profile":{"type":["string","null"]},"risk_profile":{"type":["string","null"]},"tags":{"$ref":"#/$defs/Tags"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.fee_profile !== undefined){
let data0 = data.fee_profile;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/fee_profile",schemaPath:"#/properties/fee_profile/type",keyword:"type",params:{type: schema34.properties.fee_profile.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.risk_profile !== undefined){
let data1 = data.risk_profile;
if((typeof data1 !== "string") && (data1 !== null)){
const err1 = {instancePath:instancePath+"/risk_profile",schemaPath:"#/properties/risk_profile/type",keyword:"type",params:{type: schema34.properties.risk_profile.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data2){
const _errs8 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(key0) < 1){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern4.test(key0)){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid2 = _errs8 === errors;
if(!valid2){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern5.test(data3)){
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"fee_profile":true,"risk_profile":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateApplicationUpdate = validate23;
const schema36 = {"type":"object","properties":{"name":{"type":"string","minLength":1},"enabled":{"type":"boolean"},"processing_enabled":{"type":"boolean"},"settlement_enabled":{"type":"boolean"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err2 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.processing_enabled !== undefined){
if(typeof data.processing_enabled !== "boolean"){
const err3 = {instancePath:instancePath+"/processing_enabled",schemaPath:"#/properties/processing_enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.settlement_enabled !== undefined){
if(typeof data.settlement_enabled !== "boolean"){
const err4 = {instancePath:instancePath+"/settlement_enabled",schemaPath:"#/properties/settlement_enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.tags !== undefined){
let data4 = data.tags;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length > 50){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data4){
const _errs12 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func1(key0) < 1){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern4.test(key0)){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var valid2 = _errs12 === errors;
if(!valid2){
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
for(const key1 in data4){
let data5 = data4[key1];
if(typeof data5 === "string"){
if(func1(data5) > 500){
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern5.test(data5)){
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"name":true,"enabled":true,"processing_enabled":true,"settlement_enabled":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateAuthorizationCreate = validate24;
const schema38 = {"type":"object","required":["amount","currency"],"properties":{"amount":{"type":"integer","minimum":1,"maximum":999999999999},"currency":{"$ref":"#/$defs/Currency"},"operation_key":{"$ref":"#/$defs/OperationKey"},"device":{"type":"string"},"merchant":{"type":"string"},"source":{"type":"string"},"idempotency_id":{"type":"string","minLength":1,"maxLength":255},"payment_instrument":{"$ref":"#/$defs/EncryptedCardData"},"additional_buyer_charges":{"$ref":"#/$defs/BuyerCharges"},"device_configuration":{"$ref":"#/$defs/PaymentDeviceConfiguration"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema39 = {"type":"string","pattern":"^[A-Z]{3}$"};
const schema40 = {"type":"string"};
const schema41 = {"type":"object","required":["encrypted_emv_data","emv_data_key_serial_number"],"properties":{"encrypted_emv_data":{"type":"string","minLength":2,"maxLength":20000,"pattern":"^([0-9A-Fa-f]{2})+$"},"emv_data_key_serial_number":{"type":"string","pattern":"^[0-9A-Fa-f]{16,24}$"},"encrypted_emv_format":{"type":"integer","minimum":0}}};
const schema42 = {"type":"object","properties":{"convenience_amount":{"type":"integer","minimum":0},"rent_surcharge_amount":{"type":"integer","minimum":0}}};
const schema43 = {"type":"object","properties":{"prompt_tip_on_screen":{"type":"boolean"}}};
const pattern10 = new RegExp("^[A-Z]{3}$", "u");
const pattern11 = new RegExp("^([0-9A-Fa-f]{2})+$", "u");
const pattern12 = new RegExp("^[0-9A-Fa-f]{16,24}$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.currency === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amount !== undefined){
let data0 = data.amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data1 = data.currency;
if(typeof data1 === "string"){
if(!pattern10.test(data1)){
const err5 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.operation_key !== undefined){
if(typeof data.operation_key !== "string"){
const err7 = {instancePath:instancePath+"/operation_key",schemaPath:"#/$defs/OperationKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.device !== undefined){
if(typeof data.device !== "string"){
const err8 = {instancePath:instancePath+"/device",schemaPath:"#/properties/device/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err9 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.source !== undefined){
if(typeof data.source !== "string"){
const err10 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.idempotency_id !== undefined){
let data6 = data.idempotency_id;
if(typeof data6 === "string"){
if(func1(data6) > 255){
const err11 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func1(data6) < 1){
const err12 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.payment_instrument !== undefined){
let data7 = data.payment_instrument;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.encrypted_emv_data === undefined){
const err14 = {instancePath:instancePath+"/payment_instrument",schemaPath:"#/$defs/EncryptedCardData/required",keyword:"required",params:{missingProperty: "encrypted_emv_data"},message:"must have required property '"+"encrypted_emv_data"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7.emv_data_key_serial_number === undefined){
const err15 = {instancePath:instancePath+"/payment_instrument",schemaPath:"#/$defs/EncryptedCardData/required",keyword:"required",params:{missingProperty: "emv_data_key_serial_number"},message:"must have required property '"+"emv_data_key_serial_number"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data7.encrypted_emv_data !== undefined){
let data8 = data7.encrypted_emv_data;
if(typeof data8 === "string"){
if(func1(data8) > 20000){
const err16 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/maxLength",keyword:"maxLength",params:{limit: 20000},message:"must NOT have more than 20000 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func1(data8) < 2){
const err17 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern11.test(data8)){
const err18 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/pattern",keyword:"pattern",params:{pattern: "^([0-9A-Fa-f]{2})+$"},message:"must match pattern \""+"^([0-9A-Fa-f]{2})+$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.emv_data_key_serial_number !== undefined){
let data9 = data7.emv_data_key_serial_number;
if(typeof data9 === "string"){
if(!pattern12.test(data9)){
const err20 = {instancePath:instancePath+"/payment_instrument/emv_data_key_serial_number",schemaPath:"#/$defs/EncryptedCardData/properties/emv_data_key_serial_number/pattern",keyword:"pattern",params:{pattern: "^[0-9A-Fa-f]{16,24}$"},message:"must match pattern \""+"^[0-9A-Fa-f]{16,24}$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/payment_instrument/emv_data_key_serial_number",schemaPath:"#/$defs/EncryptedCardData/properties/emv_data_key_serial_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.encrypted_emv_format !== undefined){
let data10 = data7.encrypted_emv_format;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err22 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_format",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_format/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err23 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_format",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_format/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
}
else {
const err24 = {instancePath:instancePath+"/payment_instrument",schemaPath:"#/$defs/EncryptedCardData/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.additional_buyer_charges !== undefined){
let data11 = data.additional_buyer_charges;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.convenience_amount !== undefined){
let data12 = data11.convenience_amount;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err25 = {instancePath:instancePath+"/additional_buyer_charges/convenience_amount",schemaPath:"#/$defs/BuyerCharges/properties/convenience_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
const err26 = {instancePath:instancePath+"/additional_buyer_charges/convenience_amount",schemaPath:"#/$defs/BuyerCharges/properties/convenience_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data11.rent_surcharge_amount !== undefined){
let data13 = data11.rent_surcharge_amount;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err27 = {instancePath:instancePath+"/additional_buyer_charges/rent_surcharge_amount",schemaPath:"#/$defs/BuyerCharges/properties/rent_surcharge_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
const err28 = {instancePath:instancePath+"/additional_buyer_charges/rent_surcharge_amount",schemaPath:"#/$defs/BuyerCharges/properties/rent_surcharge_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
}
else {
const err29 = {instancePath:instancePath+"/additional_buyer_charges",schemaPath:"#/$defs/BuyerCharges/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.device_configuration !== undefined){
let data14 = data.device_configuration;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.prompt_tip_on_screen !== undefined){
if(typeof data14.prompt_tip_on_screen !== "boolean"){
const err30 = {instancePath:instancePath+"/device_configuration/prompt_tip_on_screen",schemaPath:"#/$defs/PaymentDeviceConfiguration/properties/prompt_tip_on_screen/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/device_configuration",schemaPath:"#/$defs/PaymentDeviceConfiguration/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.tags !== undefined){
let data16 = data.tags;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length > 50){
const err32 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
for(const key0 in data16){
const _errs41 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err33 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(func1(key0) < 1){
const err34 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(!pattern4.test(key0)){
const err35 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var valid10 = _errs41 === errors;
if(!valid10){
const err37 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
for(const key1 in data16){
let data17 = data16[key1];
if(typeof data17 === "string"){
if(func1(data17) > 500){
const err38 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(!pattern5.test(data17)){
const err39 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"amount":true,"currency":true,"operation_key":true,"device":true,"merchant":true,"source":true,"idempotency_id":true,"payment_instrument":true,"additional_buyer_charges":true,"device_configuration":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateAuthorizationUpdate = validate25;
const schema45 = {"type":"object","properties":{"capture_amount":{"type":"integer","minimum":1,"maximum":999999999999},"fee":{"type":"integer","minimum":0},"void_me":{"type":"boolean"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.capture_amount !== undefined){
let data0 = data.capture_amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/capture_amount",schemaPath:"#/properties/capture_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/capture_amount",schemaPath:"#/properties/capture_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/capture_amount",schemaPath:"#/properties/capture_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.fee !== undefined){
let data1 = data.fee;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/fee",schemaPath:"#/properties/fee/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/fee",schemaPath:"#/properties/fee/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.void_me !== undefined){
if(typeof data.void_me !== "boolean"){
const err5 = {instancePath:instancePath+"/void_me",schemaPath:"#/properties/void_me/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.tags !== undefined){
let data3 = data.tags;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length > 50){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data3){
const _errs10 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func1(key0) < 1){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(key0)){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid2 = _errs10 === errors;
if(!valid2){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key1 in data3){
let data4 = data3[key1];
if(typeof data4 === "string"){
if(func1(data4) > 500){
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern5.test(data4)){
const err13 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"capture_amount":true,"fee":true,"void_me":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateBalanceAdjustmentCreate = validate26;
const schema47 = {"type":"object","required":["linked_to","amount","currency","direction","payment_rail"],"properties":{"linked_to":{"type":"string"},"amount":{"type":"integer","minimum":1,"maximum":999999999999},"currency":{"$ref":"#/$defs/Currency"},"direction":{"$ref":"#/$defs/BalanceDirection"},"payment_rail":{"$ref":"#/$defs/PaymentRail"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema49 = {"type":"string","enum":["TOP_UP","PAYOUT"]};
const schema50 = {"type":"string"};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.linked_to === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "linked_to"},message:"must have required property '"+"linked_to"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currency === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.direction === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "direction"},message:"must have required property '"+"direction"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.payment_rail === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "payment_rail"},message:"must have required property '"+"payment_rail"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.linked_to !== undefined){
if(typeof data.linked_to !== "string"){
const err5 = {instancePath:instancePath+"/linked_to",schemaPath:"#/properties/linked_to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 999999999999 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.direction !== undefined){
let data3 = data.direction;
if(typeof data3 !== "string"){
const err11 = {instancePath:instancePath+"/direction",schemaPath:"#/$defs/BalanceDirection/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((data3 === "TOP_UP") || (data3 === "PAYOUT"))){
const err12 = {instancePath:instancePath+"/direction",schemaPath:"#/$defs/BalanceDirection/enum",keyword:"enum",params:{allowedValues: schema49.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.payment_rail !== undefined){
if(typeof data.payment_rail !== "string"){
const err13 = {instancePath:instancePath+"/payment_rail",schemaPath:"#/$defs/PaymentRail/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.tags !== undefined){
let data5 = data.tags;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 50){
const err14 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key0 in data5){
const _errs17 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func1(key0) < 1){
const err16 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern4.test(key0)){
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid5 = _errs17 === errors;
if(!valid5){
const err19 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
for(const key1 in data5){
let data6 = data5[key1];
if(typeof data6 === "string"){
if(func1(data6) > 500){
const err20 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!pattern5.test(data6)){
const err21 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"linked_to":true,"amount":true,"currency":true,"direction":true,"payment_rail":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateBalanceTransferCreate = validate27;
const schema52 = {"type":"object","required":["linked_to","amount","currency","source","destination"],"properties":{"linked_to":{"type":"string"},"amount":{"type":"integer","minimum":1,"maximum":999999999999},"currency":{"$ref":"#/$defs/Currency"},"source":{"$ref":"#/$defs/BalanceAccount"},"destination":{"$ref":"#/$defs/BalanceAccount"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema54 = {"type":"string","enum":["SETTLEMENT","OPERATING"]};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.linked_to === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "linked_to"},message:"must have required property '"+"linked_to"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currency === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.source === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.destination === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"},message:"must have required property '"+"destination"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.linked_to !== undefined){
if(typeof data.linked_to !== "string"){
const err5 = {instancePath:instancePath+"/linked_to",schemaPath:"#/properties/linked_to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 999999999999 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.source !== undefined){
let data3 = data.source;
if(typeof data3 !== "string"){
const err11 = {instancePath:instancePath+"/source",schemaPath:"#/$defs/BalanceAccount/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((data3 === "SETTLEMENT") || (data3 === "OPERATING"))){
const err12 = {instancePath:instancePath+"/source",schemaPath:"#/$defs/BalanceAccount/enum",keyword:"enum",params:{allowedValues: schema54.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.destination !== undefined){
let data4 = data.destination;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/destination",schemaPath:"#/$defs/BalanceAccount/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!((data4 === "SETTLEMENT") || (data4 === "OPERATING"))){
const err14 = {instancePath:instancePath+"/destination",schemaPath:"#/$defs/BalanceAccount/enum",keyword:"enum",params:{allowedValues: schema54.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.tags !== undefined){
let data5 = data.tags;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 50){
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key0 in data5){
const _errs17 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err16 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func1(key0) < 1){
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern4.test(key0)){
const err18 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var valid5 = _errs17 === errors;
if(!valid5){
const err20 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
for(const key1 in data5){
let data6 = data5[key1];
if(typeof data6 === "string"){
if(func1(data6) > 500){
const err21 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern5.test(data6)){
const err22 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"linked_to":true,"amount":true,"currency":true,"source":true,"destination":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateComplianceFormCompletion = validate28;
const schema57 = {"type":"object","required":["pci_saq_a"],"properties":{"pci_saq_a":{"$ref":"#/$defs/DigitalSignature"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema58 = {"type":"object","required":["name","title","ip_address","user_agent","signed_at","is_accepted"],"properties":{"name":{"type":"string","minLength":1,"maxLength":120},"title":{"type":"string","minLength":1,"maxLength":120},"ip_address":{"type":"string","minLength":2,"maxLength":45},"user_agent":{"type":"string","minLength":1,"maxLength":512},"signed_at":{"$ref":"#/$defs/Instant"},"is_accepted":{"type":"boolean"}}};
const schema59 = {"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"};
const pattern23 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$", "u");

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.title === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.ip_address === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ip_address"},message:"must have required property '"+"ip_address"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.user_agent === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "user_agent"},message:"must have required property '"+"user_agent"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.signed_at === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "signed_at"},message:"must have required property '"+"signed_at"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.is_accepted === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "is_accepted"},message:"must have required property '"+"is_accepted"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) > 120){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 120},message:"must NOT have more than 120 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func1(data0) < 1){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func1(data1) > 120){
const err9 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 120},message:"must NOT have more than 120 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func1(data1) < 1){
const err10 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.ip_address !== undefined){
let data2 = data.ip_address;
if(typeof data2 === "string"){
if(func1(data2) > 45){
const err12 = {instancePath:instancePath+"/ip_address",schemaPath:"#/properties/ip_address/maxLength",keyword:"maxLength",params:{limit: 45},message:"must NOT have more than 45 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func1(data2) < 2){
const err13 = {instancePath:instancePath+"/ip_address",schemaPath:"#/properties/ip_address/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/ip_address",schemaPath:"#/properties/ip_address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.user_agent !== undefined){
let data3 = data.user_agent;
if(typeof data3 === "string"){
if(func1(data3) > 512){
const err15 = {instancePath:instancePath+"/user_agent",schemaPath:"#/properties/user_agent/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func1(data3) < 1){
const err16 = {instancePath:instancePath+"/user_agent",schemaPath:"#/properties/user_agent/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/user_agent",schemaPath:"#/properties/user_agent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.signed_at !== undefined){
let data4 = data.signed_at;
if(typeof data4 === "string"){
if(!pattern23.test(data4)){
const err18 = {instancePath:instancePath+"/signed_at",schemaPath:"#/$defs/Instant/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/signed_at",schemaPath:"#/$defs/Instant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.is_accepted !== undefined){
if(typeof data.is_accepted !== "boolean"){
const err20 = {instancePath:instancePath+"/is_accepted",schemaPath:"#/properties/is_accepted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":{"name":true,"title":true,"ip_address":true,"user_agent":true,"signed_at":true,"is_accepted":true},"dynamicProps":false,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pci_saq_a === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pci_saq_a"},message:"must have required property '"+"pci_saq_a"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.pci_saq_a !== undefined){
if(!(validate29(data.pci_saq_a, {instancePath:instancePath+"/pci_saq_a",parentData:data,parentDataProperty:"pci_saq_a",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err1 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data1){
const _errs5 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(key0) < 1){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(key0)){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs5 === errors;
if(!valid2){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err7 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern5.test(data2)){
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"pci_saq_a":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateDeliveryRequest = validate31;
const schema61 = {"type":"object","required":["requested_delivery_methods"],"properties":{"requested_delivery_methods":{"type":"array","minItems":1,"maxItems":10,"items":{"$ref":"#/$defs/DeliveryDestinations"}},"tags":{"$ref":"#/$defs/Tags"}}};
const schema62 = {"type":"object","required":["type","destinations"],"properties":{"type":{"$ref":"#/$defs/DeliveryMethod"},"destinations":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"string","minLength":1,"maxLength":254}}}};
const schema63 = {"type":"string","enum":["EMAIL","SMS","PRINT"]};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.destinations === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destinations"},message:"must have required property '"+"destinations"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/DeliveryMethod/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((data0 === "EMAIL") || (data0 === "SMS")) || (data0 === "PRINT"))){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/DeliveryMethod/enum",keyword:"enum",params:{allowedValues: schema63.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.destinations !== undefined){
let data1 = data.destinations;
if(Array.isArray(data1)){
if(data1.length > 100){
const err4 = {instancePath:instancePath+"/destinations",schemaPath:"#/properties/destinations/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/destinations",schemaPath:"#/properties/destinations/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func1(data2) > 254){
const err6 = {instancePath:instancePath+"/destinations/" + i0,schemaPath:"#/properties/destinations/items/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func1(data2) < 1){
const err7 = {instancePath:instancePath+"/destinations/" + i0,schemaPath:"#/properties/destinations/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/destinations/" + i0,schemaPath:"#/properties/destinations/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/destinations",schemaPath:"#/properties/destinations/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":{"type":true,"destinations":true},"dynamicProps":false,"dynamicItems":false};


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.requested_delivery_methods === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "requested_delivery_methods"},message:"must have required property '"+"requested_delivery_methods"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.requested_delivery_methods !== undefined){
let data0 = data.requested_delivery_methods;
if(Array.isArray(data0)){
if(data0.length > 10){
const err1 = {instancePath:instancePath+"/requested_delivery_methods",schemaPath:"#/properties/requested_delivery_methods/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/requested_delivery_methods",schemaPath:"#/properties/requested_delivery_methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate32(data0[i0], {instancePath:instancePath+"/requested_delivery_methods/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/requested_delivery_methods",schemaPath:"#/properties/requested_delivery_methods/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data2){
const _errs7 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func1(key0) < 1){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(key0)){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid4 = _errs7 === errors;
if(!valid4){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern5.test(data3)){
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"requested_delivery_methods":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateDeviceCreate = validate34;
const schema65 = {"type":"object","required":["model","name"],"properties":{"model":{"type":"string","minLength":1},"name":{"type":"string","minLength":1},"description":{"type":["string","null"]},"serial_number":{"type":["string","null"]},"configuration":{"$ref":"#/$defs/DeviceConfiguration"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema66 = {"type":"object","properties":{"allow_debit":{"type":"boolean"},"bypass_device_on_capture":{"type":"boolean"},"check_for_duplicate_transactions":{"type":"boolean"},"prompt_amount_confirmation":{"type":"boolean"},"prompt_manual_entry":{"type":"boolean"},"prompt_for_signature":{"$ref":"#/$defs/SignaturePrompt"},"signature_threshold_amount":{"type":"integer","minimum":0},"prompt_receipt_confirmation":{"type":"boolean"},"display_tip_on_receipt":{"type":"boolean"},"prompt_tip_on_screen":{"type":"boolean"},"tipping_details":{"anyOf":[{"$ref":"#/$defs/TippingDetails"},{"type":"null"}]},"allow_standalone_sales":{"type":"boolean"},"allow_standalone_authorizations":{"type":"boolean"},"allow_standalone_refunds":{"type":"boolean"},"surcharge_basis_points":{"type":["integer","null"],"minimum":0,"maximum":300},"automatic_receipt_delivery_methods":{"type":["array","null"],"items":{"type":"string"}},"available_receipt_methods":{"type":["array","null"],"items":{"type":"string"}},"idle_message":{"type":["string","null"]},"idle_image_file_id":{"type":["string","null"]}}};
const schema67 = {"type":"string","enum":["ALWAYS","NEVER","AMOUNT"]};
const schema68 = {"type":"object","properties":{"percent_options":{"type":"array","items":{"type":"integer","minimum":0},"minItems":3,"maxItems":3},"fixed_options":{"type":"array","items":{"type":"integer","minimum":0},"minItems":3,"maxItems":3},"percent_tipping_threshold":{"type":"integer","minimum":0},"allow_custom_tip":{"type":"boolean"}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.allow_debit !== undefined){
if(typeof data.allow_debit !== "boolean"){
const err0 = {instancePath:instancePath+"/allow_debit",schemaPath:"#/properties/allow_debit/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.bypass_device_on_capture !== undefined){
if(typeof data.bypass_device_on_capture !== "boolean"){
const err1 = {instancePath:instancePath+"/bypass_device_on_capture",schemaPath:"#/properties/bypass_device_on_capture/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.check_for_duplicate_transactions !== undefined){
if(typeof data.check_for_duplicate_transactions !== "boolean"){
const err2 = {instancePath:instancePath+"/check_for_duplicate_transactions",schemaPath:"#/properties/check_for_duplicate_transactions/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.prompt_amount_confirmation !== undefined){
if(typeof data.prompt_amount_confirmation !== "boolean"){
const err3 = {instancePath:instancePath+"/prompt_amount_confirmation",schemaPath:"#/properties/prompt_amount_confirmation/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.prompt_manual_entry !== undefined){
if(typeof data.prompt_manual_entry !== "boolean"){
const err4 = {instancePath:instancePath+"/prompt_manual_entry",schemaPath:"#/properties/prompt_manual_entry/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.prompt_for_signature !== undefined){
let data5 = data.prompt_for_signature;
if(typeof data5 !== "string"){
const err5 = {instancePath:instancePath+"/prompt_for_signature",schemaPath:"#/$defs/SignaturePrompt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((data5 === "ALWAYS") || (data5 === "NEVER")) || (data5 === "AMOUNT"))){
const err6 = {instancePath:instancePath+"/prompt_for_signature",schemaPath:"#/$defs/SignaturePrompt/enum",keyword:"enum",params:{allowedValues: schema67.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.signature_threshold_amount !== undefined){
let data6 = data.signature_threshold_amount;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err7 = {instancePath:instancePath+"/signature_threshold_amount",schemaPath:"#/properties/signature_threshold_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err8 = {instancePath:instancePath+"/signature_threshold_amount",schemaPath:"#/properties/signature_threshold_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.prompt_receipt_confirmation !== undefined){
if(typeof data.prompt_receipt_confirmation !== "boolean"){
const err9 = {instancePath:instancePath+"/prompt_receipt_confirmation",schemaPath:"#/properties/prompt_receipt_confirmation/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.display_tip_on_receipt !== undefined){
if(typeof data.display_tip_on_receipt !== "boolean"){
const err10 = {instancePath:instancePath+"/display_tip_on_receipt",schemaPath:"#/properties/display_tip_on_receipt/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.prompt_tip_on_screen !== undefined){
if(typeof data.prompt_tip_on_screen !== "boolean"){
const err11 = {instancePath:instancePath+"/prompt_tip_on_screen",schemaPath:"#/properties/prompt_tip_on_screen/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.tipping_details !== undefined){
let data10 = data.tipping_details;
const _errs23 = errors;
let valid2 = false;
const _errs24 = errors;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.percent_options !== undefined){
let data11 = data10.percent_options;
if(Array.isArray(data11)){
if(data11.length > 3){
const err12 = {instancePath:instancePath+"/tipping_details/percent_options",schemaPath:"#/$defs/TippingDetails/properties/percent_options/maxItems",keyword:"maxItems",params:{limit: 3},message:"must NOT have more than 3 items"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data11.length < 3){
const err13 = {instancePath:instancePath+"/tipping_details/percent_options",schemaPath:"#/$defs/TippingDetails/properties/percent_options/minItems",keyword:"minItems",params:{limit: 3},message:"must NOT have fewer than 3 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err14 = {instancePath:instancePath+"/tipping_details/percent_options/" + i0,schemaPath:"#/$defs/TippingDetails/properties/percent_options/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
const err15 = {instancePath:instancePath+"/tipping_details/percent_options/" + i0,schemaPath:"#/$defs/TippingDetails/properties/percent_options/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath:instancePath+"/tipping_details/percent_options",schemaPath:"#/$defs/TippingDetails/properties/percent_options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data10.fixed_options !== undefined){
let data13 = data10.fixed_options;
if(Array.isArray(data13)){
if(data13.length > 3){
const err17 = {instancePath:instancePath+"/tipping_details/fixed_options",schemaPath:"#/$defs/TippingDetails/properties/fixed_options/maxItems",keyword:"maxItems",params:{limit: 3},message:"must NOT have more than 3 items"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data13.length < 3){
const err18 = {instancePath:instancePath+"/tipping_details/fixed_options",schemaPath:"#/$defs/TippingDetails/properties/fixed_options/minItems",keyword:"minItems",params:{limit: 3},message:"must NOT have fewer than 3 items"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err19 = {instancePath:instancePath+"/tipping_details/fixed_options/" + i1,schemaPath:"#/$defs/TippingDetails/properties/fixed_options/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 0 || isNaN(data14)){
const err20 = {instancePath:instancePath+"/tipping_details/fixed_options/" + i1,schemaPath:"#/$defs/TippingDetails/properties/fixed_options/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
}
else {
const err21 = {instancePath:instancePath+"/tipping_details/fixed_options",schemaPath:"#/$defs/TippingDetails/properties/fixed_options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data10.percent_tipping_threshold !== undefined){
let data15 = data10.percent_tipping_threshold;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err22 = {instancePath:instancePath+"/tipping_details/percent_tipping_threshold",schemaPath:"#/$defs/TippingDetails/properties/percent_tipping_threshold/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 < 0 || isNaN(data15)){
const err23 = {instancePath:instancePath+"/tipping_details/percent_tipping_threshold",schemaPath:"#/$defs/TippingDetails/properties/percent_tipping_threshold/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data10.allow_custom_tip !== undefined){
if(typeof data10.allow_custom_tip !== "boolean"){
const err24 = {instancePath:instancePath+"/tipping_details/allow_custom_tip",schemaPath:"#/$defs/TippingDetails/properties/allow_custom_tip/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/tipping_details",schemaPath:"#/$defs/TippingDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid0 = _errs24 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.percent_options = true;
props0.fixed_options = true;
props0.percent_tipping_threshold = true;
props0.allow_custom_tip = true;
}
const _errs39 = errors;
if(data10 !== null){
const err26 = {instancePath:instancePath+"/tipping_details",schemaPath:"#/properties/tipping_details/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
var _valid0 = _errs39 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err27 = {instancePath:instancePath+"/tipping_details",schemaPath:"#/properties/tipping_details/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
else {
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
}
if(data.allow_standalone_sales !== undefined){
if(typeof data.allow_standalone_sales !== "boolean"){
const err28 = {instancePath:instancePath+"/allow_standalone_sales",schemaPath:"#/properties/allow_standalone_sales/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.allow_standalone_authorizations !== undefined){
if(typeof data.allow_standalone_authorizations !== "boolean"){
const err29 = {instancePath:instancePath+"/allow_standalone_authorizations",schemaPath:"#/properties/allow_standalone_authorizations/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.allow_standalone_refunds !== undefined){
if(typeof data.allow_standalone_refunds !== "boolean"){
const err30 = {instancePath:instancePath+"/allow_standalone_refunds",schemaPath:"#/properties/allow_standalone_refunds/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.surcharge_basis_points !== undefined){
let data20 = data.surcharge_basis_points;
if((!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))) && (data20 !== null)){
const err31 = {instancePath:instancePath+"/surcharge_basis_points",schemaPath:"#/properties/surcharge_basis_points/type",keyword:"type",params:{type: schema66.properties.surcharge_basis_points.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 300 || isNaN(data20)){
const err32 = {instancePath:instancePath+"/surcharge_basis_points",schemaPath:"#/properties/surcharge_basis_points/maximum",keyword:"maximum",params:{comparison: "<=", limit: 300},message:"must be <= 300"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err33 = {instancePath:instancePath+"/surcharge_basis_points",schemaPath:"#/properties/surcharge_basis_points/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data.automatic_receipt_delivery_methods !== undefined){
let data21 = data.automatic_receipt_delivery_methods;
if((!(Array.isArray(data21))) && (data21 !== null)){
const err34 = {instancePath:instancePath+"/automatic_receipt_delivery_methods",schemaPath:"#/properties/automatic_receipt_delivery_methods/type",keyword:"type",params:{type: schema66.properties.automatic_receipt_delivery_methods.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(Array.isArray(data21)){
const len2 = data21.length;
for(let i2=0; i2<len2; i2++){
if(typeof data21[i2] !== "string"){
const err35 = {instancePath:instancePath+"/automatic_receipt_delivery_methods/" + i2,schemaPath:"#/properties/automatic_receipt_delivery_methods/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
}
if(data.available_receipt_methods !== undefined){
let data23 = data.available_receipt_methods;
if((!(Array.isArray(data23))) && (data23 !== null)){
const err36 = {instancePath:instancePath+"/available_receipt_methods",schemaPath:"#/properties/available_receipt_methods/type",keyword:"type",params:{type: schema66.properties.available_receipt_methods.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(Array.isArray(data23)){
const len3 = data23.length;
for(let i3=0; i3<len3; i3++){
if(typeof data23[i3] !== "string"){
const err37 = {instancePath:instancePath+"/available_receipt_methods/" + i3,schemaPath:"#/properties/available_receipt_methods/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
}
if(data.idle_message !== undefined){
let data25 = data.idle_message;
if((typeof data25 !== "string") && (data25 !== null)){
const err38 = {instancePath:instancePath+"/idle_message",schemaPath:"#/properties/idle_message/type",keyword:"type",params:{type: schema66.properties.idle_message.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.idle_image_file_id !== undefined){
let data26 = data.idle_image_file_id;
if((typeof data26 !== "string") && (data26 !== null)){
const err39 = {instancePath:instancePath+"/idle_image_file_id",schemaPath:"#/properties/idle_image_file_id/type",keyword:"type",params:{type: schema66.properties.idle_image_file_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":{"allow_debit":true,"bypass_device_on_capture":true,"check_for_duplicate_transactions":true,"prompt_amount_confirmation":true,"prompt_manual_entry":true,"prompt_for_signature":true,"signature_threshold_amount":true,"prompt_receipt_confirmation":true,"display_tip_on_receipt":true,"prompt_tip_on_screen":true,"tipping_details":true,"allow_standalone_sales":true,"allow_standalone_authorizations":true,"allow_standalone_refunds":true,"surcharge_basis_points":true,"automatic_receipt_delivery_methods":true,"available_receipt_methods":true,"idle_message":true,"idle_image_file_id":true},"dynamicProps":false,"dynamicItems":false};


function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.model !== undefined){
let data0 = data.model;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(func1(data1) < 1){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.description !== undefined){
let data2 = data.description;
if((typeof data2 !== "string") && (data2 !== null)){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: schema65.properties.description.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.serial_number !== undefined){
let data3 = data.serial_number;
if((typeof data3 !== "string") && (data3 !== null)){
const err7 = {instancePath:instancePath+"/serial_number",schemaPath:"#/properties/serial_number/type",keyword:"type",params:{type: schema65.properties.serial_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.configuration !== undefined){
if(!(validate35(data.configuration, {instancePath:instancePath+"/configuration",parentData:data,parentDataProperty:"configuration",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data.tags !== undefined){
let data5 = data.tags;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 50){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data5){
const _errs13 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func1(key0) < 1){
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern4.test(key0)){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid2 = _errs13 === errors;
if(!valid2){
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
for(const key1 in data5){
let data6 = data5[key1];
if(typeof data6 === "string"){
if(func1(data6) > 500){
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern5.test(data6)){
const err15 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":{"model":true,"name":true,"description":true,"serial_number":true,"configuration":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateDeviceUpdate = validate37;
const schema70 = {"type":"object","properties":{"action":{"$ref":"#/$defs/DeviceAction"},"activation_code":{"type":"string"},"idle_message":{"type":"string","minLength":1},"name":{"type":"string","minLength":1},"description":{"type":["string","null"]},"serial_number":{"type":["string","null"]},"configuration":{"$ref":"#/$defs/DeviceConfiguration"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema71 = {"type":"string","enum":["ACTIVATE","DEACTIVATE","CANCEL","REBOOT","CREATE_IDLE_MESSAGE"]};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.action !== undefined){
let data0 = data.action;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/action",schemaPath:"#/$defs/DeviceAction/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((data0 === "ACTIVATE") || (data0 === "DEACTIVATE")) || (data0 === "CANCEL")) || (data0 === "REBOOT")) || (data0 === "CREATE_IDLE_MESSAGE"))){
const err1 = {instancePath:instancePath+"/action",schemaPath:"#/$defs/DeviceAction/enum",keyword:"enum",params:{allowedValues: schema71.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.activation_code !== undefined){
if(typeof data.activation_code !== "string"){
const err2 = {instancePath:instancePath+"/activation_code",schemaPath:"#/properties/activation_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.idle_message !== undefined){
let data2 = data.idle_message;
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err3 = {instancePath:instancePath+"/idle_message",schemaPath:"#/properties/idle_message/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/idle_message",schemaPath:"#/properties/idle_message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.name !== undefined){
let data3 = data.name;
if(typeof data3 === "string"){
if(func1(data3) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.description !== undefined){
let data4 = data.description;
if((typeof data4 !== "string") && (data4 !== null)){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: schema70.properties.description.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.serial_number !== undefined){
let data5 = data.serial_number;
if((typeof data5 !== "string") && (data5 !== null)){
const err8 = {instancePath:instancePath+"/serial_number",schemaPath:"#/properties/serial_number/type",keyword:"type",params:{type: schema70.properties.serial_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.configuration !== undefined){
if(!(validate35(data.configuration, {instancePath:instancePath+"/configuration",parentData:data,parentDataProperty:"configuration",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data.tags !== undefined){
let data7 = data.tags;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length > 50){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key0 in data7){
const _errs18 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func1(key0) < 1){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern4.test(key0)){
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var valid3 = _errs18 === errors;
if(!valid3){
const err14 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
for(const key1 in data7){
let data8 = data7[key1];
if(typeof data8 === "string"){
if(func1(data8) > 500){
const err15 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!pattern5.test(data8)){
const err16 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":{"action":true,"activation_code":true,"idle_message":true,"name":true,"description":true,"serial_number":true,"configuration":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateDisputeEvidenceUpload = validate39;
const schema73 = {"type":"object","required":["file"],"properties":{"file":{}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":{"file":true},"dynamicProps":false,"dynamicItems":false};

export const validateExternalLinkCreate = validate40;
const schema74 = {"type":"object","required":["type"],"properties":{"type":{"$ref":"#/$defs/ExternalLinkType"},"duration":{"type":"integer","minimum":1,"maximum":10080},"tags":{"$ref":"#/$defs/Tags"}}};
const schema75 = {"type":"string","enum":["UPLOAD"]};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/ExternalLinkType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(data0 === "UPLOAD")){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/ExternalLinkType/enum",keyword:"enum",params:{allowedValues: schema75.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.duration !== undefined){
let data1 = data.duration;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/duration",schemaPath:"#/properties/duration/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 10080 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/duration",schemaPath:"#/properties/duration/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10080},message:"must be <= 10080"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/duration",schemaPath:"#/properties/duration/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data2){
const _errs9 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func1(key0) < 1){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(key0)){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid3 = _errs9 === errors;
if(!valid3){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern5.test(data3)){
const err13 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":{"type":true,"duration":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateFeeCreate = validate41;
const schema77 = {"type":"object","required":["amount","currency","merchant"],"properties":{"amount":{"type":"integer","minimum":1,"maximum":999999999999},"currency":{"$ref":"#/$defs/Currency"},"merchant":{"type":"string","minLength":1},"label":{"type":"string","minLength":1,"maxLength":100},"linked_to":{"type":"string"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.currency === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.merchant === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "merchant"},message:"must have required property '"+"merchant"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.amount !== undefined){
let data0 = data.amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data1 = data.currency;
if(typeof data1 === "string"){
if(!pattern10.test(data1)){
const err6 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.merchant !== undefined){
let data2 = data.merchant;
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err8 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.label !== undefined){
let data3 = data.label;
if(typeof data3 === "string"){
if(func1(data3) > 100){
const err10 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func1(data3) < 1){
const err11 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.linked_to !== undefined){
if(typeof data.linked_to !== "string"){
const err13 = {instancePath:instancePath+"/linked_to",schemaPath:"#/properties/linked_to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.tags !== undefined){
let data5 = data.tags;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 50){
const err14 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key0 in data5){
const _errs15 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func1(key0) < 1){
const err16 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern4.test(key0)){
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid3 = _errs15 === errors;
if(!valid3){
const err19 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
for(const key1 in data5){
let data6 = data5[key1];
if(typeof data6 === "string"){
if(func1(data6) > 500){
const err20 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!pattern5.test(data6)){
const err21 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":{"amount":true,"currency":true,"merchant":true,"label":true,"linked_to":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateFeeProfileCreate = validate42;
const schema80 = {"type":"object","required":["basis_points","fixed_fee"],"properties":{"basis_points":{"type":"integer","minimum":0,"maximum":10000},"fixed_fee":{"type":"integer","minimum":0,"maximum":1000000},"tags":{"$ref":"#/$defs/Tags"}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.basis_points === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "basis_points"},message:"must have required property '"+"basis_points"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.fixed_fee === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fixed_fee"},message:"must have required property '"+"fixed_fee"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.basis_points !== undefined){
let data0 = data.basis_points;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/basis_points",schemaPath:"#/properties/basis_points/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 10000 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/basis_points",schemaPath:"#/properties/basis_points/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/basis_points",schemaPath:"#/properties/basis_points/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.fixed_fee !== undefined){
let data1 = data.fixed_fee;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err5 = {instancePath:instancePath+"/fixed_fee",schemaPath:"#/properties/fixed_fee/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000000 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/fixed_fee",schemaPath:"#/properties/fixed_fee/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/fixed_fee",schemaPath:"#/properties/fixed_fee/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data2){
const _errs8 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func1(key0) < 1){
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern4.test(key0)){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid2 = _errs8 === errors;
if(!valid2){
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern5.test(data3)){
const err15 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":{"basis_points":true,"fixed_fee":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateFeeUpdate = validate43;
const schema82 = {"type":"object","properties":{"amount":{"type":"integer","minimum":1,"maximum":999999999999},"label":{"type":"string","minLength":1,"maxLength":100},"tags":{"$ref":"#/$defs/Tags"}}};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate43.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount !== undefined){
let data0 = data.amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.label !== undefined){
let data1 = data.label;
if(typeof data1 === "string"){
if(func1(data1) > 100){
const err3 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(data1) < 1){
const err4 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data2){
const _errs8 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func1(key0) < 1){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(key0)){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid2 = _errs8 === errors;
if(!valid2){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern5.test(data3)){
const err13 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":{"amount":true,"label":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateFileCreate = validate44;
const schema84 = {"type":"object","required":["type"],"properties":{"display_name":{"type":"string","minLength":1,"maxLength":255},"type":{"$ref":"#/$defs/FileType"},"linked_to":{"type":"string"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema85 = {"type":"string"};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.display_name !== undefined){
let data0 = data.display_name;
if(typeof data0 === "string"){
if(func1(data0) > 255){
const err1 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/FileType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.linked_to !== undefined){
if(typeof data.linked_to !== "string"){
const err5 = {instancePath:instancePath+"/linked_to",schemaPath:"#/properties/linked_to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.tags !== undefined){
let data3 = data.tags;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length > 50){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data3){
const _errs11 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func1(key0) < 1){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(key0)){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid3 = _errs11 === errors;
if(!valid3){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key1 in data3){
let data4 = data3[key1];
if(typeof data4 === "string"){
if(func1(data4) > 500){
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern5.test(data4)){
const err13 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":{"display_name":true,"type":true,"linked_to":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateFileUpload = validate45;
const schema87 = {"type":"object","required":["file"],"properties":{"file":{}}};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":{"file":true},"dynamicProps":false,"dynamicItems":false};

export const validateIdentityCreate = validate46;
const schema88 = {"type":"object","required":["entity"],"properties":{"entity":{"$ref":"#/$defs/Entity"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema89 = {"type":"object","properties":{"business_name":{"type":["string","null"]},"first_name":{"type":["string","null"]},"last_name":{"type":["string","null"]},"email":{"type":["string","null"]},"phone":{"type":["string","null"]},"personal_address":{"anyOf":[{"$ref":"#/$defs/PostalAddress"},{"type":"null"}]}}};
const schema90 = {"type":"object","properties":{"line1":{"type":["string","null"]},"line2":{"type":["string","null"]},"city":{"type":["string","null"]},"region":{"type":["string","null"]},"postal_code":{"type":["string","null"]},"country":{"type":["string","null"]}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.business_name !== undefined){
let data0 = data.business_name;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/business_name",schemaPath:"#/properties/business_name/type",keyword:"type",params:{type: schema89.properties.business_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.first_name !== undefined){
let data1 = data.first_name;
if((typeof data1 !== "string") && (data1 !== null)){
const err1 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/type",keyword:"type",params:{type: schema89.properties.first_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.last_name !== undefined){
let data2 = data.last_name;
if((typeof data2 !== "string") && (data2 !== null)){
const err2 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/type",keyword:"type",params:{type: schema89.properties.last_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.email !== undefined){
let data3 = data.email;
if((typeof data3 !== "string") && (data3 !== null)){
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: schema89.properties.email.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.phone !== undefined){
let data4 = data.phone;
if((typeof data4 !== "string") && (data4 !== null)){
const err4 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/type",keyword:"type",params:{type: schema89.properties.phone.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.personal_address !== undefined){
let data5 = data.personal_address;
const _errs12 = errors;
let valid1 = false;
const _errs13 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.line1 !== undefined){
let data6 = data5.line1;
if((typeof data6 !== "string") && (data6 !== null)){
const err5 = {instancePath:instancePath+"/personal_address/line1",schemaPath:"#/$defs/PostalAddress/properties/line1/type",keyword:"type",params:{type: schema90.properties.line1.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data5.line2 !== undefined){
let data7 = data5.line2;
if((typeof data7 !== "string") && (data7 !== null)){
const err6 = {instancePath:instancePath+"/personal_address/line2",schemaPath:"#/$defs/PostalAddress/properties/line2/type",keyword:"type",params:{type: schema90.properties.line2.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data5.city !== undefined){
let data8 = data5.city;
if((typeof data8 !== "string") && (data8 !== null)){
const err7 = {instancePath:instancePath+"/personal_address/city",schemaPath:"#/$defs/PostalAddress/properties/city/type",keyword:"type",params:{type: schema90.properties.city.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data5.region !== undefined){
let data9 = data5.region;
if((typeof data9 !== "string") && (data9 !== null)){
const err8 = {instancePath:instancePath+"/personal_address/region",schemaPath:"#/$defs/PostalAddress/properties/region/type",keyword:"type",params:{type: schema90.properties.region.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data5.postal_code !== undefined){
let data10 = data5.postal_code;
if((typeof data10 !== "string") && (data10 !== null)){
const err9 = {instancePath:instancePath+"/personal_address/postal_code",schemaPath:"#/$defs/PostalAddress/properties/postal_code/type",keyword:"type",params:{type: schema90.properties.postal_code.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data5.country !== undefined){
let data11 = data5.country;
if((typeof data11 !== "string") && (data11 !== null)){
const err10 = {instancePath:instancePath+"/personal_address/country",schemaPath:"#/$defs/PostalAddress/properties/country/type",keyword:"type",params:{type: schema90.properties.country.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/personal_address",schemaPath:"#/$defs/PostalAddress/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid1 = valid1 || _valid0;
if(_valid0){
var props0 = {};
props0.line1 = true;
props0.line2 = true;
props0.city = true;
props0.region = true;
props0.postal_code = true;
props0.country = true;
}
const _errs28 = errors;
if(data5 !== null){
const err12 = {instancePath:instancePath+"/personal_address",schemaPath:"#/properties/personal_address/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs28 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err13 = {instancePath:instancePath+"/personal_address",schemaPath:"#/properties/personal_address/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":{"business_name":true,"first_name":true,"last_name":true,"email":true,"phone":true,"personal_address":true},"dynamicProps":false,"dynamicItems":false};


function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.entity === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "entity"},message:"must have required property '"+"entity"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.entity !== undefined){
if(!(validate47(data.entity, {instancePath:instancePath+"/entity",parentData:data,parentDataProperty:"entity",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err1 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data1){
const _errs5 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(key0) < 1){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(key0)){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs5 === errors;
if(!valid2){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err7 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern5.test(data2)){
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":{"entity":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateIdentityUpdate = validate49;
const schema92 = {"type":"object","properties":{"entity":{"$ref":"#/$defs/Entity"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.entity !== undefined){
if(!(validate47(data.entity, {instancePath:instancePath+"/entity",parentData:data,parentDataProperty:"entity",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err0 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data1){
const _errs5 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err1 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(key0) < 1){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(key0)){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid2 = _errs5 === errors;
if(!valid2){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err6 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern5.test(data2)){
const err7 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":{"entity":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateInstrumentUpdateCreate = validate51;
const schema94 = {"type":"object","required":["file","request"],"properties":{"file":{},"request":{"type":"string","maxLength":4096}}};

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.request === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "request"},message:"must have required property '"+"request"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.request !== undefined){
let data0 = data.request;
if(typeof data0 === "string"){
if(func1(data0) > 4096){
const err2 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":{"file":true,"request":true},"dynamicProps":false,"dynamicItems":false};

export const validateMerchantCreate = validate52;
const schema95 = {"type":"object","required":["processor"],"properties":{"name":{"type":"string","minLength":1},"processor":{"$ref":"#/$defs/Processor"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema96 = {"type":"string"};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.processor === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "processor"},message:"must have required property '"+"processor"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.processor !== undefined){
if(typeof data.processor !== "string"){
const err3 = {instancePath:instancePath+"/processor",schemaPath:"#/$defs/Processor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data2){
const _errs9 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func1(key0) < 1){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(key0)){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid3 = _errs9 === errors;
if(!valid3){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern5.test(data3)){
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":{"name":true,"processor":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateMerchantUpdate = validate53;
const schema98 = {"type":"object","properties":{"name":{"type":"string","minLength":1},"settlement_queue_mode":{"$ref":"#/$defs/SettlementQueueMode"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema99 = {"type":"string","enum":["AUTOMATIC","MANUAL"]};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.settlement_queue_mode !== undefined){
let data1 = data.settlement_queue_mode;
if(typeof data1 !== "string"){
const err2 = {instancePath:instancePath+"/settlement_queue_mode",schemaPath:"#/$defs/SettlementQueueMode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data1 === "AUTOMATIC") || (data1 === "MANUAL"))){
const err3 = {instancePath:instancePath+"/settlement_queue_mode",schemaPath:"#/$defs/SettlementQueueMode/enum",keyword:"enum",params:{allowedValues: schema99.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data2){
const _errs9 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func1(key0) < 1){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(key0)){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid3 = _errs9 === errors;
if(!valid3){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern5.test(data3)){
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":{"name":true,"settlement_queue_mode":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validatePaymentInstrumentCreate = validate54;
const schema101 = {"type":"object","required":["type","identity"],"properties":{"type":{"$ref":"#/$defs/PaymentInstrumentType"},"identity":{"type":"string","minLength":1},"name":{"type":"string","minLength":1,"maxLength":100},"currency":{"$ref":"#/$defs/Currency"},"address":{"anyOf":[{"$ref":"#/$defs/PostalAddress"},{"type":"null"}]},"number":{"type":"string","pattern":"^[0-9]{12,19}$"},"expiration_month":{"type":"integer","minimum":1,"maximum":12},"expiration_year":{"type":"integer","minimum":2000,"maximum":2099},"security_code":{"type":"string","pattern":"^[0-9]{3,4}$"},"account_number":{"type":"string","pattern":"^[0-9]{4,17}$"},"bank_code":{"type":"string","pattern":"^[0-9]{9}$"},"account_type":{"$ref":"#/$defs/BankAccountType"},"third_party_token":{"type":"string","minLength":1},"tags":{"$ref":"#/$defs/Tags"}}};
const schema102 = {"type":"string","enum":["PAYMENT_CARD","BANK_ACCOUNT","WALLET_A_PAY","WALLET_B_PAY"]};
const schema105 = {"type":"string","enum":["CHECKING","SAVINGS","CORPORATE","CORPORATE_SAVINGS"]};
const pattern52 = new RegExp("^[0-9]{12,19}$", "u");
const pattern53 = new RegExp("^[0-9]{3,4}$", "u");
const pattern54 = new RegExp("^[0-9]{4,17}$", "u");
const pattern55 = new RegExp("^[0-9]{9}$", "u");

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.identity === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "identity"},message:"must have required property '"+"identity"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/PaymentInstrumentType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((((data0 === "PAYMENT_CARD") || (data0 === "BANK_ACCOUNT")) || (data0 === "WALLET_A_PAY")) || (data0 === "WALLET_B_PAY"))){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/PaymentInstrumentType/enum",keyword:"enum",params:{allowedValues: schema102.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.identity !== undefined){
let data1 = data.identity;
if(typeof data1 === "string"){
if(func1(data1) < 1){
const err4 = {instancePath:instancePath+"/identity",schemaPath:"#/properties/identity/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/identity",schemaPath:"#/properties/identity/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 === "string"){
if(func1(data2) > 100){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func1(data2) < 1){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.currency !== undefined){
let data3 = data.currency;
if(typeof data3 === "string"){
if(!pattern10.test(data3)){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.address !== undefined){
let data4 = data.address;
const _errs12 = errors;
let valid3 = false;
const _errs13 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.line1 !== undefined){
let data5 = data4.line1;
if((typeof data5 !== "string") && (data5 !== null)){
const err11 = {instancePath:instancePath+"/address/line1",schemaPath:"#/$defs/PostalAddress/properties/line1/type",keyword:"type",params:{type: schema90.properties.line1.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data4.line2 !== undefined){
let data6 = data4.line2;
if((typeof data6 !== "string") && (data6 !== null)){
const err12 = {instancePath:instancePath+"/address/line2",schemaPath:"#/$defs/PostalAddress/properties/line2/type",keyword:"type",params:{type: schema90.properties.line2.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data4.city !== undefined){
let data7 = data4.city;
if((typeof data7 !== "string") && (data7 !== null)){
const err13 = {instancePath:instancePath+"/address/city",schemaPath:"#/$defs/PostalAddress/properties/city/type",keyword:"type",params:{type: schema90.properties.city.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.region !== undefined){
let data8 = data4.region;
if((typeof data8 !== "string") && (data8 !== null)){
const err14 = {instancePath:instancePath+"/address/region",schemaPath:"#/$defs/PostalAddress/properties/region/type",keyword:"type",params:{type: schema90.properties.region.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.postal_code !== undefined){
let data9 = data4.postal_code;
if((typeof data9 !== "string") && (data9 !== null)){
const err15 = {instancePath:instancePath+"/address/postal_code",schemaPath:"#/$defs/PostalAddress/properties/postal_code/type",keyword:"type",params:{type: schema90.properties.postal_code.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.country !== undefined){
let data10 = data4.country;
if((typeof data10 !== "string") && (data10 !== null)){
const err16 = {instancePath:instancePath+"/address/country",schemaPath:"#/$defs/PostalAddress/properties/country/type",keyword:"type",params:{type: schema90.properties.country.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/address",schemaPath:"#/$defs/PostalAddress/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
var props0 = {};
props0.line1 = true;
props0.line2 = true;
props0.city = true;
props0.region = true;
props0.postal_code = true;
props0.country = true;
}
const _errs28 = errors;
if(data4 !== null){
const err18 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid0 = _errs28 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err19 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
if(data.number !== undefined){
let data11 = data.number;
if(typeof data11 === "string"){
if(!pattern52.test(data11)){
const err20 = {instancePath:instancePath+"/number",schemaPath:"#/properties/number/pattern",keyword:"pattern",params:{pattern: "^[0-9]{12,19}$"},message:"must match pattern \""+"^[0-9]{12,19}$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/number",schemaPath:"#/properties/number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.expiration_month !== undefined){
let data12 = data.expiration_month;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err22 = {instancePath:instancePath+"/expiration_month",schemaPath:"#/properties/expiration_month/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 12 || isNaN(data12)){
const err23 = {instancePath:instancePath+"/expiration_month",schemaPath:"#/properties/expiration_month/maximum",keyword:"maximum",params:{comparison: "<=", limit: 12},message:"must be <= 12"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err24 = {instancePath:instancePath+"/expiration_month",schemaPath:"#/properties/expiration_month/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data.expiration_year !== undefined){
let data13 = data.expiration_year;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err25 = {instancePath:instancePath+"/expiration_year",schemaPath:"#/properties/expiration_year/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 2099 || isNaN(data13)){
const err26 = {instancePath:instancePath+"/expiration_year",schemaPath:"#/properties/expiration_year/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2099},message:"must be <= 2099"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data13 < 2000 || isNaN(data13)){
const err27 = {instancePath:instancePath+"/expiration_year",schemaPath:"#/properties/expiration_year/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2000},message:"must be >= 2000"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data.security_code !== undefined){
let data14 = data.security_code;
if(typeof data14 === "string"){
if(!pattern53.test(data14)){
const err28 = {instancePath:instancePath+"/security_code",schemaPath:"#/properties/security_code/pattern",keyword:"pattern",params:{pattern: "^[0-9]{3,4}$"},message:"must match pattern \""+"^[0-9]{3,4}$"+"\""};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/security_code",schemaPath:"#/properties/security_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.account_number !== undefined){
let data15 = data.account_number;
if(typeof data15 === "string"){
if(!pattern54.test(data15)){
const err30 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4,17}$"},message:"must match pattern \""+"^[0-9]{4,17}$"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.bank_code !== undefined){
let data16 = data.bank_code;
if(typeof data16 === "string"){
if(!pattern55.test(data16)){
const err32 = {instancePath:instancePath+"/bank_code",schemaPath:"#/properties/bank_code/pattern",keyword:"pattern",params:{pattern: "^[0-9]{9}$"},message:"must match pattern \""+"^[0-9]{9}$"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/bank_code",schemaPath:"#/properties/bank_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.account_type !== undefined){
let data17 = data.account_type;
if(typeof data17 !== "string"){
const err34 = {instancePath:instancePath+"/account_type",schemaPath:"#/$defs/BankAccountType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(!((((data17 === "CHECKING") || (data17 === "SAVINGS")) || (data17 === "CORPORATE")) || (data17 === "CORPORATE_SAVINGS"))){
const err35 = {instancePath:instancePath+"/account_type",schemaPath:"#/$defs/BankAccountType/enum",keyword:"enum",params:{allowedValues: schema105.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.third_party_token !== undefined){
let data18 = data.third_party_token;
if(typeof data18 === "string"){
if(func1(data18) < 1){
const err36 = {instancePath:instancePath+"/third_party_token",schemaPath:"#/properties/third_party_token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/third_party_token",schemaPath:"#/properties/third_party_token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.tags !== undefined){
let data19 = data.tags;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length > 50){
const err38 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
for(const key0 in data19){
const _errs50 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err39 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(func1(key0) < 1){
const err40 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern4.test(key0)){
const err41 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var valid8 = _errs50 === errors;
if(!valid8){
const err43 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
for(const key1 in data19){
let data20 = data19[key1];
if(typeof data20 === "string"){
if(func1(data20) > 500){
const err44 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!pattern5.test(data20)){
const err45 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":{"type":true,"identity":true,"name":true,"currency":true,"address":true,"number":true,"expiration_month":true,"expiration_year":true,"security_code":true,"account_number":true,"bank_code":true,"account_type":true,"third_party_token":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validatePaymentInstrumentUpdate = validate55;
const schema107 = {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":100},"address":{"anyOf":[{"$ref":"#/$defs/PostalAddress"},{"type":"null"}]},"enabled":{"type":"boolean"},"expiration_month":{"type":"integer","minimum":1,"maximum":12},"expiration_year":{"type":"integer","minimum":2000,"maximum":2099},"account_updater_enabled":{"type":"boolean"},"network_token_enabled":{"type":"boolean"},"tags":{"$ref":"#/$defs/Tags"},"verify_payment_card":{"type":"boolean"},"security_code":{"type":"string","pattern":"^[0-9]{3,4}$"},"merchant":{"type":"string"}}};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) > 100){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func1(data0) < 1){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.address !== undefined){
let data1 = data.address;
const _errs4 = errors;
let valid1 = false;
const _errs5 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.line1 !== undefined){
let data2 = data1.line1;
if((typeof data2 !== "string") && (data2 !== null)){
const err3 = {instancePath:instancePath+"/address/line1",schemaPath:"#/$defs/PostalAddress/properties/line1/type",keyword:"type",params:{type: schema90.properties.line1.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.line2 !== undefined){
let data3 = data1.line2;
if((typeof data3 !== "string") && (data3 !== null)){
const err4 = {instancePath:instancePath+"/address/line2",schemaPath:"#/$defs/PostalAddress/properties/line2/type",keyword:"type",params:{type: schema90.properties.line2.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data1.city !== undefined){
let data4 = data1.city;
if((typeof data4 !== "string") && (data4 !== null)){
const err5 = {instancePath:instancePath+"/address/city",schemaPath:"#/$defs/PostalAddress/properties/city/type",keyword:"type",params:{type: schema90.properties.city.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.region !== undefined){
let data5 = data1.region;
if((typeof data5 !== "string") && (data5 !== null)){
const err6 = {instancePath:instancePath+"/address/region",schemaPath:"#/$defs/PostalAddress/properties/region/type",keyword:"type",params:{type: schema90.properties.region.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.postal_code !== undefined){
let data6 = data1.postal_code;
if((typeof data6 !== "string") && (data6 !== null)){
const err7 = {instancePath:instancePath+"/address/postal_code",schemaPath:"#/$defs/PostalAddress/properties/postal_code/type",keyword:"type",params:{type: schema90.properties.postal_code.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.country !== undefined){
let data7 = data1.country;
if((typeof data7 !== "string") && (data7 !== null)){
const err8 = {instancePath:instancePath+"/address/country",schemaPath:"#/$defs/PostalAddress/properties/country/type",keyword:"type",params:{type: schema90.properties.country.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/address",schemaPath:"#/$defs/PostalAddress/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
if(_valid0){
var props0 = {};
props0.line1 = true;
props0.line2 = true;
props0.city = true;
props0.region = true;
props0.postal_code = true;
props0.country = true;
}
const _errs20 = errors;
if(data1 !== null){
const err10 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs20 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err11 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err12 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.expiration_month !== undefined){
let data9 = data.expiration_month;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err13 = {instancePath:instancePath+"/expiration_month",schemaPath:"#/properties/expiration_month/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 12 || isNaN(data9)){
const err14 = {instancePath:instancePath+"/expiration_month",schemaPath:"#/properties/expiration_month/maximum",keyword:"maximum",params:{comparison: "<=", limit: 12},message:"must be <= 12"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err15 = {instancePath:instancePath+"/expiration_month",schemaPath:"#/properties/expiration_month/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.expiration_year !== undefined){
let data10 = data.expiration_year;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err16 = {instancePath:instancePath+"/expiration_year",schemaPath:"#/properties/expiration_year/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 2099 || isNaN(data10)){
const err17 = {instancePath:instancePath+"/expiration_year",schemaPath:"#/properties/expiration_year/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2099},message:"must be <= 2099"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data10 < 2000 || isNaN(data10)){
const err18 = {instancePath:instancePath+"/expiration_year",schemaPath:"#/properties/expiration_year/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2000},message:"must be >= 2000"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.account_updater_enabled !== undefined){
if(typeof data.account_updater_enabled !== "boolean"){
const err19 = {instancePath:instancePath+"/account_updater_enabled",schemaPath:"#/properties/account_updater_enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.network_token_enabled !== undefined){
if(typeof data.network_token_enabled !== "boolean"){
const err20 = {instancePath:instancePath+"/network_token_enabled",schemaPath:"#/properties/network_token_enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.tags !== undefined){
let data13 = data.tags;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 50){
const err21 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key0 in data13){
const _errs35 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err22 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(func1(key0) < 1){
const err23 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern4.test(key0)){
const err24 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var valid5 = _errs35 === errors;
if(!valid5){
const err26 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
for(const key1 in data13){
let data14 = data13[key1];
if(typeof data14 === "string"){
if(func1(data14) > 500){
const err27 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!pattern5.test(data14)){
const err28 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.verify_payment_card !== undefined){
if(typeof data.verify_payment_card !== "boolean"){
const err31 = {instancePath:instancePath+"/verify_payment_card",schemaPath:"#/properties/verify_payment_card/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.security_code !== undefined){
let data16 = data.security_code;
if(typeof data16 === "string"){
if(!pattern53.test(data16)){
const err32 = {instancePath:instancePath+"/security_code",schemaPath:"#/properties/security_code/pattern",keyword:"pattern",params:{pattern: "^[0-9]{3,4}$"},message:"must match pattern \""+"^[0-9]{3,4}$"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/security_code",schemaPath:"#/properties/security_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err34 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":{"name":true,"address":true,"enabled":true,"expiration_month":true,"expiration_year":true,"account_updater_enabled":true,"network_token_enabled":true,"tags":true,"verify_payment_card":true,"security_code":true,"merchant":true},"dynamicProps":false,"dynamicItems":false};

export const validatePaymentInstrumentVerificationCreate = validate56;
const schema110 = {"type":"object","properties":{"merchant":{"type":"string"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err0 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err1 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data1){
const _errs6 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(key0) < 1){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(key0)){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err7 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern5.test(data2)){
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":{"merchant":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validatePaymentLinkCreate = validate57;
const schema112 = {"type":"object","required":["allowed_payment_methods","amount_details"],"properties":{"merchant":{"type":"string"},"nickname":{"type":"string","minLength":1,"maxLength":100},"is_multiple_use":{"type":"boolean"},"allowed_payment_methods":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/PaymentInstrumentType"}},"amount_details":{"$ref":"#/$defs/AmountDetails"},"items":{"type":"array","maxItems":100,"items":{"$ref":"#/$defs/PaymentLinkItem"}},"buyer_details":{"$ref":"#/$defs/PaymentLinkBuyer"},"additional_details":{"type":"object","properties":{"expiration_in_minutes":{"type":"integer","minimum":1,"maximum":525600}}},"tags":{"$ref":"#/$defs/Tags"}}};
const schema117 = {"type":"object","required":["name","quantity","price_details"],"properties":{"name":{"type":"string","minLength":1,"maxLength":200},"quantity":{"type":"integer","minimum":1,"maximum":99999},"price_details":{"type":"object","required":["sale_amount"],"properties":{"sale_amount":{"type":"integer","minimum":0,"maximum":999999999999}}}}};
const schema118 = {"type":"object","properties":{"first_name":{"type":["string","null"],"maxLength":100},"last_name":{"type":["string","null"],"maxLength":100},"email":{"type":["string","null"],"maxLength":254},"phone_number":{"type":["string","null"],"maxLength":32}}};
const func0 = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const schema114 = {"type":"object","required":["amount_type","currency"],"properties":{"amount_type":{"$ref":"#/$defs/AmountType"},"currency":{"$ref":"#/$defs/Currency"},"total_amount":{"type":["integer","null"],"minimum":1,"maximum":999999999999},"min_amount":{"type":["integer","null"],"minimum":1,"maximum":999999999999},"max_amount":{"type":["integer","null"],"minimum":1,"maximum":999999999999}}};
const schema115 = {"type":"string","enum":["FIXED","VARIABLE"]};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount_type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount_type"},message:"must have required property '"+"amount_type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.currency === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amount_type !== undefined){
let data0 = data.amount_type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/amount_type",schemaPath:"#/$defs/AmountType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data0 === "FIXED") || (data0 === "VARIABLE"))){
const err3 = {instancePath:instancePath+"/amount_type",schemaPath:"#/$defs/AmountType/enum",keyword:"enum",params:{allowedValues: schema115.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.currency !== undefined){
let data1 = data.currency;
if(typeof data1 === "string"){
if(!pattern10.test(data1)){
const err4 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.total_amount !== undefined){
let data2 = data.total_amount;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
const err6 = {instancePath:instancePath+"/total_amount",schemaPath:"#/properties/total_amount/type",keyword:"type",params:{type: schema114.properties.total_amount.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 999999999999 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/total_amount",schemaPath:"#/properties/total_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/total_amount",schemaPath:"#/properties/total_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.min_amount !== undefined){
let data3 = data.min_amount;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
const err9 = {instancePath:instancePath+"/min_amount",schemaPath:"#/properties/min_amount/type",keyword:"type",params:{type: schema114.properties.min_amount.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 999999999999 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/min_amount",schemaPath:"#/properties/min_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/min_amount",schemaPath:"#/properties/min_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.max_amount !== undefined){
let data4 = data.max_amount;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err12 = {instancePath:instancePath+"/max_amount",schemaPath:"#/properties/max_amount/type",keyword:"type",params:{type: schema114.properties.max_amount.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 999999999999 || isNaN(data4)){
const err13 = {instancePath:instancePath+"/max_amount",schemaPath:"#/properties/max_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/max_amount",schemaPath:"#/properties/max_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":{"amount_type":true,"currency":true,"total_amount":true,"min_amount":true,"max_amount":true},"dynamicProps":false,"dynamicItems":false};


function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.allowed_payment_methods === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "allowed_payment_methods"},message:"must have required property '"+"allowed_payment_methods"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount_details === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount_details"},message:"must have required property '"+"amount_details"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err2 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.nickname !== undefined){
let data1 = data.nickname;
if(typeof data1 === "string"){
if(func1(data1) > 100){
const err3 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(data1) < 1){
const err4 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.is_multiple_use !== undefined){
if(typeof data.is_multiple_use !== "boolean"){
const err6 = {instancePath:instancePath+"/is_multiple_use",schemaPath:"#/properties/is_multiple_use/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.allowed_payment_methods !== undefined){
let data3 = data.allowed_payment_methods;
if(Array.isArray(data3)){
if(data3.length < 1){
const err7 = {instancePath:instancePath+"/allowed_payment_methods",schemaPath:"#/properties/allowed_payment_methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/allowed_payment_methods/" + i0,schemaPath:"#/$defs/PaymentInstrumentType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!((((data4 === "PAYMENT_CARD") || (data4 === "BANK_ACCOUNT")) || (data4 === "WALLET_A_PAY")) || (data4 === "WALLET_B_PAY"))){
const err9 = {instancePath:instancePath+"/allowed_payment_methods/" + i0,schemaPath:"#/$defs/PaymentInstrumentType/enum",keyword:"enum",params:{allowedValues: schema102.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
let i1 = data3.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data3[i1], data3[j0])){
const err10 = {instancePath:instancePath+"/allowed_payment_methods",schemaPath:"#/properties/allowed_payment_methods/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err11 = {instancePath:instancePath+"/allowed_payment_methods",schemaPath:"#/properties/allowed_payment_methods/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.amount_details !== undefined){
if(!(validate58(data.amount_details, {instancePath:instancePath+"/amount_details",parentData:data,parentDataProperty:"amount_details",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
}
if(data.items !== undefined){
let data6 = data.items;
if(Array.isArray(data6)){
if(data6.length > 100){
const err12 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const len1 = data6.length;
for(let i2=0; i2<len1; i2++){
let data7 = data6[i2];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.name === undefined){
const err13 = {instancePath:instancePath+"/items/" + i2,schemaPath:"#/$defs/PaymentLinkItem/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data7.quantity === undefined){
const err14 = {instancePath:instancePath+"/items/" + i2,schemaPath:"#/$defs/PaymentLinkItem/required",keyword:"required",params:{missingProperty: "quantity"},message:"must have required property '"+"quantity"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7.price_details === undefined){
const err15 = {instancePath:instancePath+"/items/" + i2,schemaPath:"#/$defs/PaymentLinkItem/required",keyword:"required",params:{missingProperty: "price_details"},message:"must have required property '"+"price_details"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data7.name !== undefined){
let data8 = data7.name;
if(typeof data8 === "string"){
if(func1(data8) > 200){
const err16 = {instancePath:instancePath+"/items/" + i2+"/name",schemaPath:"#/$defs/PaymentLinkItem/properties/name/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func1(data8) < 1){
const err17 = {instancePath:instancePath+"/items/" + i2+"/name",schemaPath:"#/$defs/PaymentLinkItem/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/items/" + i2+"/name",schemaPath:"#/$defs/PaymentLinkItem/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data7.quantity !== undefined){
let data9 = data7.quantity;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err19 = {instancePath:instancePath+"/items/" + i2+"/quantity",schemaPath:"#/$defs/PaymentLinkItem/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 99999 || isNaN(data9)){
const err20 = {instancePath:instancePath+"/items/" + i2+"/quantity",schemaPath:"#/$defs/PaymentLinkItem/properties/quantity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999},message:"must be <= 99999"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err21 = {instancePath:instancePath+"/items/" + i2+"/quantity",schemaPath:"#/$defs/PaymentLinkItem/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data7.price_details !== undefined){
let data10 = data7.price_details;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.sale_amount === undefined){
const err22 = {instancePath:instancePath+"/items/" + i2+"/price_details",schemaPath:"#/$defs/PaymentLinkItem/properties/price_details/required",keyword:"required",params:{missingProperty: "sale_amount"},message:"must have required property '"+"sale_amount"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data10.sale_amount !== undefined){
let data11 = data10.sale_amount;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err23 = {instancePath:instancePath+"/items/" + i2+"/price_details/sale_amount",schemaPath:"#/$defs/PaymentLinkItem/properties/price_details/properties/sale_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 999999999999 || isNaN(data11)){
const err24 = {instancePath:instancePath+"/items/" + i2+"/price_details/sale_amount",schemaPath:"#/$defs/PaymentLinkItem/properties/price_details/properties/sale_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err25 = {instancePath:instancePath+"/items/" + i2+"/price_details/sale_amount",schemaPath:"#/$defs/PaymentLinkItem/properties/price_details/properties/sale_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
else {
const err26 = {instancePath:instancePath+"/items/" + i2+"/price_details",schemaPath:"#/$defs/PaymentLinkItem/properties/price_details/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/items/" + i2,schemaPath:"#/$defs/PaymentLinkItem/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.buyer_details !== undefined){
let data12 = data.buyer_details;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.first_name !== undefined){
let data13 = data12.first_name;
if((typeof data13 !== "string") && (data13 !== null)){
const err29 = {instancePath:instancePath+"/buyer_details/first_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/first_name/type",keyword:"type",params:{type: schema118.properties.first_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(typeof data13 === "string"){
if(func1(data13) > 100){
const err30 = {instancePath:instancePath+"/buyer_details/first_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
if(data12.last_name !== undefined){
let data14 = data12.last_name;
if((typeof data14 !== "string") && (data14 !== null)){
const err31 = {instancePath:instancePath+"/buyer_details/last_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/last_name/type",keyword:"type",params:{type: schema118.properties.last_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(typeof data14 === "string"){
if(func1(data14) > 100){
const err32 = {instancePath:instancePath+"/buyer_details/last_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
if(data12.email !== undefined){
let data15 = data12.email;
if((typeof data15 !== "string") && (data15 !== null)){
const err33 = {instancePath:instancePath+"/buyer_details/email",schemaPath:"#/$defs/PaymentLinkBuyer/properties/email/type",keyword:"type",params:{type: schema118.properties.email.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(typeof data15 === "string"){
if(func1(data15) > 254){
const err34 = {instancePath:instancePath+"/buyer_details/email",schemaPath:"#/$defs/PaymentLinkBuyer/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data12.phone_number !== undefined){
let data16 = data12.phone_number;
if((typeof data16 !== "string") && (data16 !== null)){
const err35 = {instancePath:instancePath+"/buyer_details/phone_number",schemaPath:"#/$defs/PaymentLinkBuyer/properties/phone_number/type",keyword:"type",params:{type: schema118.properties.phone_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(typeof data16 === "string"){
if(func1(data16) > 32){
const err36 = {instancePath:instancePath+"/buyer_details/phone_number",schemaPath:"#/$defs/PaymentLinkBuyer/properties/phone_number/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/PaymentLinkBuyer/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.additional_details !== undefined){
let data17 = data.additional_details;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.expiration_in_minutes !== undefined){
let data18 = data17.expiration_in_minutes;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err38 = {instancePath:instancePath+"/additional_details/expiration_in_minutes",schemaPath:"#/properties/additional_details/properties/expiration_in_minutes/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 525600 || isNaN(data18)){
const err39 = {instancePath:instancePath+"/additional_details/expiration_in_minutes",schemaPath:"#/properties/additional_details/properties/expiration_in_minutes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 525600},message:"must be <= 525600"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data18 < 1 || isNaN(data18)){
const err40 = {instancePath:instancePath+"/additional_details/expiration_in_minutes",schemaPath:"#/properties/additional_details/properties/expiration_in_minutes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
}
else {
const err41 = {instancePath:instancePath+"/additional_details",schemaPath:"#/properties/additional_details/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.tags !== undefined){
let data19 = data.tags;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length > 50){
const err42 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
for(const key0 in data19){
const _errs44 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err43 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(func1(key0) < 1){
const err44 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!pattern4.test(key0)){
const err45 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var valid14 = _errs44 === errors;
if(!valid14){
const err47 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
for(const key1 in data19){
let data20 = data19[key1];
if(typeof data20 === "string"){
if(func1(data20) > 500){
const err48 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(!pattern5.test(data20)){
const err49 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"props":{"merchant":true,"nickname":true,"is_multiple_use":true,"allowed_payment_methods":true,"amount_details":true,"items":true,"buyer_details":true,"additional_details":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validatePaymentLinkUpdate = validate60;
const schema120 = {"type":"object","properties":{"nickname":{"type":["string","null"],"minLength":1,"maxLength":100},"tags":{"$ref":"#/$defs/Tags"},"state":{"enum":["ACTIVE","DEACTIVATED"]},"allowed_payment_methods":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/PaymentInstrumentType"}},"buyer_details":{"$ref":"#/$defs/PaymentLinkBuyer"}}};

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate60.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.nickname !== undefined){
let data0 = data.nickname;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/type",keyword:"type",params:{type: schema120.properties.nickname.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data0 === "string"){
if(func1(data0) > 100){
const err1 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data1){
const _errs6 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func1(key0) < 1){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(key0)){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern5.test(data2)){
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.state !== undefined){
let data3 = data.state;
if(!((data3 === "ACTIVE") || (data3 === "DEACTIVATED"))){
const err13 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema120.properties.state.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.allowed_payment_methods !== undefined){
let data4 = data.allowed_payment_methods;
if(Array.isArray(data4)){
if(data4.length < 1){
const err14 = {instancePath:instancePath+"/allowed_payment_methods",schemaPath:"#/properties/allowed_payment_methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 !== "string"){
const err15 = {instancePath:instancePath+"/allowed_payment_methods/" + i0,schemaPath:"#/$defs/PaymentInstrumentType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!((((data5 === "PAYMENT_CARD") || (data5 === "BANK_ACCOUNT")) || (data5 === "WALLET_A_PAY")) || (data5 === "WALLET_B_PAY"))){
const err16 = {instancePath:instancePath+"/allowed_payment_methods/" + i0,schemaPath:"#/$defs/PaymentInstrumentType/enum",keyword:"enum",params:{allowedValues: schema102.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
let i1 = data4.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data4[i1], data4[j0])){
const err17 = {instancePath:instancePath+"/allowed_payment_methods",schemaPath:"#/properties/allowed_payment_methods/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/allowed_payment_methods",schemaPath:"#/properties/allowed_payment_methods/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.buyer_details !== undefined){
let data6 = data.buyer_details;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.first_name !== undefined){
let data7 = data6.first_name;
if((typeof data7 !== "string") && (data7 !== null)){
const err19 = {instancePath:instancePath+"/buyer_details/first_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/first_name/type",keyword:"type",params:{type: schema118.properties.first_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(typeof data7 === "string"){
if(func1(data7) > 100){
const err20 = {instancePath:instancePath+"/buyer_details/first_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data6.last_name !== undefined){
let data8 = data6.last_name;
if((typeof data8 !== "string") && (data8 !== null)){
const err21 = {instancePath:instancePath+"/buyer_details/last_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/last_name/type",keyword:"type",params:{type: schema118.properties.last_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(typeof data8 === "string"){
if(func1(data8) > 100){
const err22 = {instancePath:instancePath+"/buyer_details/last_name",schemaPath:"#/$defs/PaymentLinkBuyer/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data6.email !== undefined){
let data9 = data6.email;
if((typeof data9 !== "string") && (data9 !== null)){
const err23 = {instancePath:instancePath+"/buyer_details/email",schemaPath:"#/$defs/PaymentLinkBuyer/properties/email/type",keyword:"type",params:{type: schema118.properties.email.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(typeof data9 === "string"){
if(func1(data9) > 254){
const err24 = {instancePath:instancePath+"/buyer_details/email",schemaPath:"#/$defs/PaymentLinkBuyer/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data6.phone_number !== undefined){
let data10 = data6.phone_number;
if((typeof data10 !== "string") && (data10 !== null)){
const err25 = {instancePath:instancePath+"/buyer_details/phone_number",schemaPath:"#/$defs/PaymentLinkBuyer/properties/phone_number/type",keyword:"type",params:{type: schema118.properties.phone_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(typeof data10 === "string"){
if(func1(data10) > 32){
const err26 = {instancePath:instancePath+"/buyer_details/phone_number",schemaPath:"#/$defs/PaymentLinkBuyer/properties/phone_number/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
}
else {
const err27 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/PaymentLinkBuyer/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"props":{"nickname":true,"tags":true,"state":true,"allowed_payment_methods":true,"buyer_details":true},"dynamicProps":false,"dynamicItems":false};

export const validateReceiptCreate = validate61;
const schema124 = {"type":"object","required":["entity_id"],"properties":{"entity_id":{"type":"string"},"send_receipt_to_buyer":{"type":"boolean"},"requested_delivery_methods":{"type":"array","maxItems":10,"items":{"$ref":"#/$defs/DeliveryDestinations"}},"amount_breakdown":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":999999999999}},"items":{"type":"array","maxItems":200,"items":{"$ref":"#/$defs/ReceiptItem"}},"tags":{"$ref":"#/$defs/Tags"}}};
const schema125 = {"type":"object","required":["name","quantity","amount"],"properties":{"name":{"type":"string","minLength":1,"maxLength":200},"quantity":{"type":"integer","minimum":1,"maximum":99999},"amount":{"type":"integer","minimum":0,"maximum":999999999999}}};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.entity_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "entity_id"},message:"must have required property '"+"entity_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.entity_id !== undefined){
if(typeof data.entity_id !== "string"){
const err1 = {instancePath:instancePath+"/entity_id",schemaPath:"#/properties/entity_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.send_receipt_to_buyer !== undefined){
if(typeof data.send_receipt_to_buyer !== "boolean"){
const err2 = {instancePath:instancePath+"/send_receipt_to_buyer",schemaPath:"#/properties/send_receipt_to_buyer/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.requested_delivery_methods !== undefined){
let data2 = data.requested_delivery_methods;
if(Array.isArray(data2)){
if(data2.length > 10){
const err3 = {instancePath:instancePath+"/requested_delivery_methods",schemaPath:"#/properties/requested_delivery_methods/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate32(data2[i0], {instancePath:instancePath+"/requested_delivery_methods/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/requested_delivery_methods",schemaPath:"#/properties/requested_delivery_methods/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.amount_breakdown !== undefined){
let data4 = data.amount_breakdown;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key0 in data4){
let data5 = data4[key0];
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err5 = {instancePath:instancePath+"/amount_breakdown/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/amount_breakdown/additionalProperties/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 999999999999 || isNaN(data5)){
const err6 = {instancePath:instancePath+"/amount_breakdown/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/amount_breakdown/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err7 = {instancePath:instancePath+"/amount_breakdown/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/amount_breakdown/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/amount_breakdown",schemaPath:"#/properties/amount_breakdown/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.items !== undefined){
let data6 = data.items;
if(Array.isArray(data6)){
if(data6.length > 200){
const err9 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.name === undefined){
const err10 = {instancePath:instancePath+"/items/" + i1,schemaPath:"#/$defs/ReceiptItem/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data7.quantity === undefined){
const err11 = {instancePath:instancePath+"/items/" + i1,schemaPath:"#/$defs/ReceiptItem/required",keyword:"required",params:{missingProperty: "quantity"},message:"must have required property '"+"quantity"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data7.amount === undefined){
const err12 = {instancePath:instancePath+"/items/" + i1,schemaPath:"#/$defs/ReceiptItem/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data7.name !== undefined){
let data8 = data7.name;
if(typeof data8 === "string"){
if(func1(data8) > 200){
const err13 = {instancePath:instancePath+"/items/" + i1+"/name",schemaPath:"#/$defs/ReceiptItem/properties/name/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(func1(data8) < 1){
const err14 = {instancePath:instancePath+"/items/" + i1+"/name",schemaPath:"#/$defs/ReceiptItem/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/items/" + i1+"/name",schemaPath:"#/$defs/ReceiptItem/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data7.quantity !== undefined){
let data9 = data7.quantity;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err16 = {instancePath:instancePath+"/items/" + i1+"/quantity",schemaPath:"#/$defs/ReceiptItem/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 99999 || isNaN(data9)){
const err17 = {instancePath:instancePath+"/items/" + i1+"/quantity",schemaPath:"#/$defs/ReceiptItem/properties/quantity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999},message:"must be <= 99999"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/items/" + i1+"/quantity",schemaPath:"#/$defs/ReceiptItem/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data7.amount !== undefined){
let data10 = data7.amount;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err19 = {instancePath:instancePath+"/items/" + i1+"/amount",schemaPath:"#/$defs/ReceiptItem/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 999999999999 || isNaN(data10)){
const err20 = {instancePath:instancePath+"/items/" + i1+"/amount",schemaPath:"#/$defs/ReceiptItem/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err21 = {instancePath:instancePath+"/items/" + i1+"/amount",schemaPath:"#/$defs/ReceiptItem/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
}
else {
const err22 = {instancePath:instancePath+"/items/" + i1,schemaPath:"#/$defs/ReceiptItem/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.tags !== undefined){
let data11 = data.tags;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length > 50){
const err24 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key1 in data11){
const _errs27 = errors;
if(typeof key1 === "string"){
if(func1(key1) > 40){
const err25 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(func1(key1) < 1){
const err26 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern4.test(key1)){
const err27 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var valid9 = _errs27 === errors;
if(!valid9){
const err29 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
for(const key2 in data11){
let data12 = data11[key2];
if(typeof data12 === "string"){
if(func1(data12) > 500){
const err30 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern5.test(data12)){
const err31 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":{"entity_id":true,"send_receipt_to_buyer":true,"requested_delivery_methods":true,"amount_breakdown":true,"items":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateReversalCreate = validate63;
const schema127 = {"type":"object","required":["refund_amount"],"properties":{"refund_amount":{"type":"integer","minimum":1,"maximum":999999999999},"idempotency_id":{"type":"string","minLength":1,"maxLength":255},"device":{"type":"string"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.refund_amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "refund_amount"},message:"must have required property '"+"refund_amount"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.refund_amount !== undefined){
let data0 = data.refund_amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/refund_amount",schemaPath:"#/properties/refund_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/refund_amount",schemaPath:"#/properties/refund_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/refund_amount",schemaPath:"#/properties/refund_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.idempotency_id !== undefined){
let data1 = data.idempotency_id;
if(typeof data1 === "string"){
if(func1(data1) > 255){
const err4 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func1(data1) < 1){
const err5 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.device !== undefined){
if(typeof data.device !== "string"){
const err7 = {instancePath:instancePath+"/device",schemaPath:"#/properties/device/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.tags !== undefined){
let data3 = data.tags;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length > 50){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data3){
const _errs10 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func1(key0) < 1){
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern4.test(key0)){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid2 = _errs10 === errors;
if(!valid2){
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
for(const key1 in data3){
let data4 = data3[key1];
if(typeof data4 === "string"){
if(func1(data4) > 500){
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern5.test(data4)){
const err15 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"props":{"refund_amount":true,"idempotency_id":true,"device":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateSettlementQueueReleaseRequest = validate64;
const schema129 = {"type":"object","required":["settlement_queue_entry_ids"],"properties":{"settlement_queue_entry_ids":{"type":"array","minItems":1,"maxItems":100,"uniqueItems":true,"items":{"type":"string"}}}};

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate64.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.settlement_queue_entry_ids === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "settlement_queue_entry_ids"},message:"must have required property '"+"settlement_queue_entry_ids"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.settlement_queue_entry_ids !== undefined){
let data0 = data.settlement_queue_entry_ids;
if(Array.isArray(data0)){
if(data0.length > 100){
const err1 = {instancePath:instancePath+"/settlement_queue_entry_ids",schemaPath:"#/properties/settlement_queue_entry_ids/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/settlement_queue_entry_ids",schemaPath:"#/properties/settlement_queue_entry_ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(typeof data0[i0] !== "string"){
const err3 = {instancePath:instancePath+"/settlement_queue_entry_ids/" + i0,schemaPath:"#/properties/settlement_queue_entry_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let i1 = data0.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data0[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err4 = {instancePath:instancePath+"/settlement_queue_entry_ids",schemaPath:"#/properties/settlement_queue_entry_ids/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err5 = {instancePath:instancePath+"/settlement_queue_entry_ids",schemaPath:"#/properties/settlement_queue_entry_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate64.errors = vErrors;
return errors === 0;
}
validate64.evaluated = {"props":{"settlement_queue_entry_ids":true},"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionBalanceEntryCreate = validate65;
const schema130 = {"type":"object","required":["amount"],"properties":{"type":{"$ref":"#/$defs/SubscriptionBalanceEntryType"},"amount":{"$ref":"#/$defs/SubscriptionAmount"},"description":{"type":"string","maxLength":255},"tags":{"$ref":"#/$defs/Tags"}}};
const schema131 = {"type":"string","enum":["CREDIT"]};
const schema132 = {"type":"integer","minimum":1,"maximum":999999999999};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate65.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/SubscriptionBalanceEntryType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(data0 === "CREDIT")){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/SubscriptionBalanceEntryType/enum",keyword:"enum",params:{allowedValues: schema131.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 999999999999 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.description !== undefined){
let data2 = data.description;
if(typeof data2 === "string"){
if(func1(data2) > 255){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.tags !== undefined){
let data3 = data.tags;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length > 50){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key0 in data3){
const _errs12 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func1(key0) < 1){
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern4.test(key0)){
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid4 = _errs12 === errors;
if(!valid4){
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
for(const key1 in data3){
let data4 = data3[key1];
if(typeof data4 === "string"){
if(func1(data4) > 500){
const err14 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern5.test(data4)){
const err15 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate65.errors = vErrors;
return errors === 0;
}
validate65.evaluated = {"props":{"type":true,"amount":true,"description":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionBalanceEntryUpdate = validate66;
const schema134 = {"type":"object","additionalProperties":false,"required":["tags"],"properties":{"tags":{"$ref":"#/$defs/Tags"}}};

function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate66.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tags === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tags"},message:"must have required property '"+"tags"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "tags")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tags !== undefined){
let data0 = data.tags;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 50){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key1 in data0){
const _errs5 = errors;
if(typeof key1 === "string"){
if(func1(key1) > 40){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(key1) < 1){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern4.test(key1)){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid2 = _errs5 === errors;
if(!valid2){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
for(const key2 in data0){
let data1 = data0[key2];
if(typeof data1 === "string"){
if(func1(data1) > 500){
const err8 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern5.test(data1)){
const err9 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate66.errors = vErrors;
return errors === 0;
}
validate66.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionCreate = validate67;
const schema136 = {"type":"object","required":["buyer_details"],"properties":{"merchant":{"type":"string"},"nickname":{"type":"string","maxLength":255},"subscription_plan_id":{"type":"string","minLength":1},"amount":{"$ref":"#/$defs/SubscriptionAmount"},"currency":{"$ref":"#/$defs/Currency"},"billing_interval":{"$ref":"#/$defs/BillingInterval"},"buyer_details":{"$ref":"#/$defs/SubscriptionBuyerDetails"},"trial_details":{"$ref":"#/$defs/TrialDetails"},"discount_phase_details":{"$ref":"#/$defs/DiscountPhaseDetails"},"start_subscription_at":{"type":"string"},"billing_cycle_day":{"$ref":"#/$defs/BillingCycleDay"},"total_billing_intervals":{"$ref":"#/$defs/TotalBillingIntervals"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema139 = {"type":"string","enum":["WEEKLY","MONTHLY","BIMONTHLY","QUARTERLY","SEMIYEARLY","YEARLY","BIYEARLY","TRIYEARLY"]};
const schema140 = {"type":"object","additionalProperties":false,"required":["instrument_id"],"properties":{"instrument_id":{"type":"string","minLength":1}}};
const schema141 = {"type":"object","additionalProperties":false,"required":["interval_type","interval_count"],"properties":{"interval_type":{"type":"string","enum":["DAY","WEEK","MONTH"]},"interval_count":{"type":"integer","minimum":1,"maximum":365}}};
const schema142 = {"type":"object","additionalProperties":false,"required":["amount","billing_interval_count"],"properties":{"amount":{"type":"integer","minimum":0,"maximum":999999999999},"billing_interval_count":{"type":"integer","minimum":1,"maximum":1200}}};
const schema143 = {"type":"integer","minimum":1,"maximum":31};
const schema144 = {"type":"integer","minimum":1,"maximum":1200};

function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.buyer_details === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "buyer_details"},message:"must have required property '"+"buyer_details"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err1 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.nickname !== undefined){
let data1 = data.nickname;
if(typeof data1 === "string"){
if(func1(data1) > 255){
const err2 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.subscription_plan_id !== undefined){
let data2 = data.subscription_plan_id;
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err4 = {instancePath:instancePath+"/subscription_plan_id",schemaPath:"#/properties/subscription_plan_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/subscription_plan_id",schemaPath:"#/properties/subscription_plan_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.amount !== undefined){
let data3 = data.amount;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 999999999999 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data4 = data.currency;
if(typeof data4 === "string"){
if(!pattern10.test(data4)){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.billing_interval !== undefined){
let data5 = data.billing_interval;
if(typeof data5 !== "string"){
const err11 = {instancePath:instancePath+"/billing_interval",schemaPath:"#/$defs/BillingInterval/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((((((((data5 === "WEEKLY") || (data5 === "MONTHLY")) || (data5 === "BIMONTHLY")) || (data5 === "QUARTERLY")) || (data5 === "SEMIYEARLY")) || (data5 === "YEARLY")) || (data5 === "BIYEARLY")) || (data5 === "TRIYEARLY"))){
const err12 = {instancePath:instancePath+"/billing_interval",schemaPath:"#/$defs/BillingInterval/enum",keyword:"enum",params:{allowedValues: schema139.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.buyer_details !== undefined){
let data6 = data.buyer_details;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.instrument_id === undefined){
const err13 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/SubscriptionBuyerDetails/required",keyword:"required",params:{missingProperty: "instrument_id"},message:"must have required property '"+"instrument_id"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key0 in data6){
if(!(key0 === "instrument_id")){
const err14 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/SubscriptionBuyerDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data6.instrument_id !== undefined){
let data7 = data6.instrument_id;
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err15 = {instancePath:instancePath+"/buyer_details/instrument_id",schemaPath:"#/$defs/SubscriptionBuyerDetails/properties/instrument_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/buyer_details/instrument_id",schemaPath:"#/$defs/SubscriptionBuyerDetails/properties/instrument_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/SubscriptionBuyerDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.trial_details !== undefined){
let data8 = data.trial_details;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.interval_type === undefined){
const err18 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/required",keyword:"required",params:{missingProperty: "interval_type"},message:"must have required property '"+"interval_type"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8.interval_count === undefined){
const err19 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/required",keyword:"required",params:{missingProperty: "interval_count"},message:"must have required property '"+"interval_count"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
for(const key1 in data8){
if(!((key1 === "interval_type") || (key1 === "interval_count"))){
const err20 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data8.interval_type !== undefined){
let data9 = data8.interval_type;
if(typeof data9 !== "string"){
const err21 = {instancePath:instancePath+"/trial_details/interval_type",schemaPath:"#/$defs/TrialDetails/properties/interval_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!(((data9 === "DAY") || (data9 === "WEEK")) || (data9 === "MONTH"))){
const err22 = {instancePath:instancePath+"/trial_details/interval_type",schemaPath:"#/$defs/TrialDetails/properties/interval_type/enum",keyword:"enum",params:{allowedValues: schema141.properties.interval_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data8.interval_count !== undefined){
let data10 = data8.interval_count;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err23 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 365 || isNaN(data10)){
const err24 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 365},message:"must be <= 365"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err25 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
else {
const err26 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.discount_phase_details !== undefined){
let data11 = data.discount_phase_details;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.amount === undefined){
const err27 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data11.billing_interval_count === undefined){
const err28 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/required",keyword:"required",params:{missingProperty: "billing_interval_count"},message:"must have required property '"+"billing_interval_count"+"'"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
for(const key2 in data11){
if(!((key2 === "amount") || (key2 === "billing_interval_count"))){
const err29 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data11.amount !== undefined){
let data12 = data11.amount;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err30 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 999999999999 || isNaN(data12)){
const err31 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err32 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
if(data11.billing_interval_count !== undefined){
let data13 = data11.billing_interval_count;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err33 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1200 || isNaN(data13)){
const err34 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1200},message:"must be <= 1200"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err35 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
}
else {
const err36 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.start_subscription_at !== undefined){
if(typeof data.start_subscription_at !== "string"){
const err37 = {instancePath:instancePath+"/start_subscription_at",schemaPath:"#/properties/start_subscription_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.billing_cycle_day !== undefined){
let data15 = data.billing_cycle_day;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err38 = {instancePath:instancePath+"/billing_cycle_day",schemaPath:"#/$defs/BillingCycleDay/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 31 || isNaN(data15)){
const err39 = {instancePath:instancePath+"/billing_cycle_day",schemaPath:"#/$defs/BillingCycleDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31},message:"must be <= 31"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data15 < 1 || isNaN(data15)){
const err40 = {instancePath:instancePath+"/billing_cycle_day",schemaPath:"#/$defs/BillingCycleDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
if(data.total_billing_intervals !== undefined){
let data16 = data.total_billing_intervals;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err41 = {instancePath:instancePath+"/total_billing_intervals",schemaPath:"#/$defs/TotalBillingIntervals/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 1200 || isNaN(data16)){
const err42 = {instancePath:instancePath+"/total_billing_intervals",schemaPath:"#/$defs/TotalBillingIntervals/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1200},message:"must be <= 1200"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data16 < 1 || isNaN(data16)){
const err43 = {instancePath:instancePath+"/total_billing_intervals",schemaPath:"#/$defs/TotalBillingIntervals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data.tags !== undefined){
let data17 = data.tags;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(Object.keys(data17).length > 50){
const err44 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
for(const key3 in data17){
const _errs49 = errors;
if(typeof key3 === "string"){
if(func1(key3) > 40){
const err45 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key3};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(func1(key3) < 1){
const err46 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key3};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(!pattern4.test(key3)){
const err47 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key3};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var valid13 = _errs49 === errors;
if(!valid13){
const err49 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
for(const key4 in data17){
let data18 = data17[key4];
if(typeof data18 === "string"){
if(func1(data18) > 500){
const err50 = {instancePath:instancePath+"/tags/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(!pattern5.test(data18)){
const err51 = {instancePath:instancePath+"/tags/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/tags/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":{"merchant":true,"nickname":true,"subscription_plan_id":true,"amount":true,"currency":true,"billing_interval":true,"buyer_details":true,"trial_details":true,"discount_phase_details":true,"start_subscription_at":true,"billing_cycle_day":true,"total_billing_intervals":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionLinkCreate = validate68;
const schema146 = {"type":"object","properties":{"merchant":{"type":"string"},"nickname":{"type":"string","maxLength":255},"subscription_plan_id":{"type":"string","minLength":1},"amount":{"$ref":"#/$defs/SubscriptionAmount"},"currency":{"$ref":"#/$defs/Currency"},"billing_interval":{"$ref":"#/$defs/BillingInterval"},"trial_details":{"$ref":"#/$defs/TrialDetails"},"discount_phase_details":{"$ref":"#/$defs/DiscountPhaseDetails"},"total_billing_intervals":{"$ref":"#/$defs/TotalBillingIntervals"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err0 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.nickname !== undefined){
let data1 = data.nickname;
if(typeof data1 === "string"){
if(func1(data1) > 255){
const err1 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/nickname",schemaPath:"#/properties/nickname/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.subscription_plan_id !== undefined){
let data2 = data.subscription_plan_id;
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err3 = {instancePath:instancePath+"/subscription_plan_id",schemaPath:"#/properties/subscription_plan_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/subscription_plan_id",schemaPath:"#/properties/subscription_plan_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.amount !== undefined){
let data3 = data.amount;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 999999999999 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data4 = data.currency;
if(typeof data4 === "string"){
if(!pattern10.test(data4)){
const err8 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.billing_interval !== undefined){
let data5 = data.billing_interval;
if(typeof data5 !== "string"){
const err10 = {instancePath:instancePath+"/billing_interval",schemaPath:"#/$defs/BillingInterval/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!((((((((data5 === "WEEKLY") || (data5 === "MONTHLY")) || (data5 === "BIMONTHLY")) || (data5 === "QUARTERLY")) || (data5 === "SEMIYEARLY")) || (data5 === "YEARLY")) || (data5 === "BIYEARLY")) || (data5 === "TRIYEARLY"))){
const err11 = {instancePath:instancePath+"/billing_interval",schemaPath:"#/$defs/BillingInterval/enum",keyword:"enum",params:{allowedValues: schema139.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.trial_details !== undefined){
let data6 = data.trial_details;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.interval_type === undefined){
const err12 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/required",keyword:"required",params:{missingProperty: "interval_type"},message:"must have required property '"+"interval_type"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data6.interval_count === undefined){
const err13 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/required",keyword:"required",params:{missingProperty: "interval_count"},message:"must have required property '"+"interval_count"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key0 in data6){
if(!((key0 === "interval_type") || (key0 === "interval_count"))){
const err14 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data6.interval_type !== undefined){
let data7 = data6.interval_type;
if(typeof data7 !== "string"){
const err15 = {instancePath:instancePath+"/trial_details/interval_type",schemaPath:"#/$defs/TrialDetails/properties/interval_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(((data7 === "DAY") || (data7 === "WEEK")) || (data7 === "MONTH"))){
const err16 = {instancePath:instancePath+"/trial_details/interval_type",schemaPath:"#/$defs/TrialDetails/properties/interval_type/enum",keyword:"enum",params:{allowedValues: schema141.properties.interval_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data6.interval_count !== undefined){
let data8 = data6.interval_count;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err17 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 365 || isNaN(data8)){
const err18 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 365},message:"must be <= 365"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err19 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
else {
const err20 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.discount_phase_details !== undefined){
let data9 = data.discount_phase_details;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.amount === undefined){
const err21 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data9.billing_interval_count === undefined){
const err22 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/required",keyword:"required",params:{missingProperty: "billing_interval_count"},message:"must have required property '"+"billing_interval_count"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key1 in data9){
if(!((key1 === "amount") || (key1 === "billing_interval_count"))){
const err23 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data9.amount !== undefined){
let data10 = data9.amount;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err24 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 999999999999 || isNaN(data10)){
const err25 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err26 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data9.billing_interval_count !== undefined){
let data11 = data9.billing_interval_count;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err27 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1200 || isNaN(data11)){
const err28 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1200},message:"must be <= 1200"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data11 < 1 || isNaN(data11)){
const err29 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
}
else {
const err30 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.total_billing_intervals !== undefined){
let data12 = data.total_billing_intervals;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err31 = {instancePath:instancePath+"/total_billing_intervals",schemaPath:"#/$defs/TotalBillingIntervals/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 1200 || isNaN(data12)){
const err32 = {instancePath:instancePath+"/total_billing_intervals",schemaPath:"#/$defs/TotalBillingIntervals/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1200},message:"must be <= 1200"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err33 = {instancePath:instancePath+"/total_billing_intervals",schemaPath:"#/$defs/TotalBillingIntervals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data.tags !== undefined){
let data13 = data.tags;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 50){
const err34 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
for(const key2 in data13){
const _errs38 = errors;
if(typeof key2 === "string"){
if(func1(key2) > 40){
const err35 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(func1(key2) < 1){
const err36 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!pattern4.test(key2)){
const err37 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key2};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var valid10 = _errs38 === errors;
if(!valid10){
const err39 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
for(const key3 in data13){
let data14 = data13[key3];
if(typeof data14 === "string"){
if(func1(data14) > 500){
const err40 = {instancePath:instancePath+"/tags/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern5.test(data14)){
const err41 = {instancePath:instancePath+"/tags/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/tags/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"props":{"merchant":true,"nickname":true,"subscription_plan_id":true,"amount":true,"currency":true,"billing_interval":true,"trial_details":true,"discount_phase_details":true,"total_billing_intervals":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionLinkUpdate = validate69;
const schema154 = {"type":"object","additionalProperties":false,"properties":{"state":{"type":"string","enum":["DEACTIVATED"]}}};

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate69.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "state")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.state !== undefined){
let data0 = data.state;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(data0 === "DEACTIVATED")){
const err2 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema154.properties.state.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate69.errors = vErrors;
return errors === 0;
}
validate69.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionPlanCreate = validate70;
const schema155 = {"type":"object","required":["plan_name","amount","currency","billing_interval"],"properties":{"merchant":{"type":"string"},"plan_name":{"type":"string","minLength":1,"maxLength":255},"amount":{"$ref":"#/$defs/SubscriptionAmount"},"currency":{"$ref":"#/$defs/Currency"},"billing_interval":{"$ref":"#/$defs/BillingInterval"},"trial_details":{"$ref":"#/$defs/TrialDetails"},"discount_phase_details":{"$ref":"#/$defs/DiscountPhaseDetails"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate70.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.plan_name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "plan_name"},message:"must have required property '"+"plan_name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currency === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.billing_interval === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "billing_interval"},message:"must have required property '"+"billing_interval"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err4 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.plan_name !== undefined){
let data1 = data.plan_name;
if(typeof data1 === "string"){
if(func1(data1) > 255){
const err5 = {instancePath:instancePath+"/plan_name",schemaPath:"#/properties/plan_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func1(data1) < 1){
const err6 = {instancePath:instancePath+"/plan_name",schemaPath:"#/properties/plan_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/plan_name",schemaPath:"#/properties/plan_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.amount !== undefined){
let data2 = data.amount;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err8 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 999999999999 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data3 = data.currency;
if(typeof data3 === "string"){
if(!pattern10.test(data3)){
const err11 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.billing_interval !== undefined){
let data4 = data.billing_interval;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/billing_interval",schemaPath:"#/$defs/BillingInterval/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!((((((((data4 === "WEEKLY") || (data4 === "MONTHLY")) || (data4 === "BIMONTHLY")) || (data4 === "QUARTERLY")) || (data4 === "SEMIYEARLY")) || (data4 === "YEARLY")) || (data4 === "BIYEARLY")) || (data4 === "TRIYEARLY"))){
const err14 = {instancePath:instancePath+"/billing_interval",schemaPath:"#/$defs/BillingInterval/enum",keyword:"enum",params:{allowedValues: schema139.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.trial_details !== undefined){
let data5 = data.trial_details;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.interval_type === undefined){
const err15 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/required",keyword:"required",params:{missingProperty: "interval_type"},message:"must have required property '"+"interval_type"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5.interval_count === undefined){
const err16 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/required",keyword:"required",params:{missingProperty: "interval_count"},message:"must have required property '"+"interval_count"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key0 in data5){
if(!((key0 === "interval_type") || (key0 === "interval_count"))){
const err17 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data5.interval_type !== undefined){
let data6 = data5.interval_type;
if(typeof data6 !== "string"){
const err18 = {instancePath:instancePath+"/trial_details/interval_type",schemaPath:"#/$defs/TrialDetails/properties/interval_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(((data6 === "DAY") || (data6 === "WEEK")) || (data6 === "MONTH"))){
const err19 = {instancePath:instancePath+"/trial_details/interval_type",schemaPath:"#/$defs/TrialDetails/properties/interval_type/enum",keyword:"enum",params:{allowedValues: schema141.properties.interval_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data5.interval_count !== undefined){
let data7 = data5.interval_count;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err20 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 365 || isNaN(data7)){
const err21 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 365},message:"must be <= 365"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/trial_details/interval_count",schemaPath:"#/$defs/TrialDetails/properties/interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
}
else {
const err23 = {instancePath:instancePath+"/trial_details",schemaPath:"#/$defs/TrialDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.discount_phase_details !== undefined){
let data8 = data.discount_phase_details;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.amount === undefined){
const err24 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data8.billing_interval_count === undefined){
const err25 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/required",keyword:"required",params:{missingProperty: "billing_interval_count"},message:"must have required property '"+"billing_interval_count"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
for(const key1 in data8){
if(!((key1 === "amount") || (key1 === "billing_interval_count"))){
const err26 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data8.amount !== undefined){
let data9 = data8.amount;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err27 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 999999999999 || isNaN(data9)){
const err28 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err29 = {instancePath:instancePath+"/discount_phase_details/amount",schemaPath:"#/$defs/DiscountPhaseDetails/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
if(data8.billing_interval_count !== undefined){
let data10 = data8.billing_interval_count;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err30 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1200 || isNaN(data10)){
const err31 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1200},message:"must be <= 1200"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err32 = {instancePath:instancePath+"/discount_phase_details/billing_interval_count",schemaPath:"#/$defs/DiscountPhaseDetails/properties/billing_interval_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
}
else {
const err33 = {instancePath:instancePath+"/discount_phase_details",schemaPath:"#/$defs/DiscountPhaseDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.tags !== undefined){
let data11 = data.tags;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length > 50){
const err34 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
for(const key2 in data11){
const _errs33 = errors;
if(typeof key2 === "string"){
if(func1(key2) > 40){
const err35 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(func1(key2) < 1){
const err36 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!pattern4.test(key2)){
const err37 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key2};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var valid9 = _errs33 === errors;
if(!valid9){
const err39 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
for(const key3 in data11){
let data12 = data11[key3];
if(typeof data12 === "string"){
if(func1(data12) > 500){
const err40 = {instancePath:instancePath+"/tags/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern5.test(data12)){
const err41 = {instancePath:instancePath+"/tags/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/tags/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate70.errors = vErrors;
return errors === 0;
}
validate70.evaluated = {"props":{"merchant":true,"plan_name":true,"amount":true,"currency":true,"billing_interval":true,"trial_details":true,"discount_phase_details":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionPlanUpdate = validate71;
const schema162 = {"type":"object","additionalProperties":false,"properties":{"plan_name":{"type":"string","minLength":1,"maxLength":255},"tags":{"$ref":"#/$defs/Tags"}}};

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate71.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "plan_name") || (key0 === "tags"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.plan_name !== undefined){
let data0 = data.plan_name;
if(typeof data0 === "string"){
if(func1(data0) > 255){
const err1 = {instancePath:instancePath+"/plan_name",schemaPath:"#/properties/plan_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/plan_name",schemaPath:"#/properties/plan_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/plan_name",schemaPath:"#/properties/plan_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data1){
const _errs7 = errors;
if(typeof key1 === "string"){
if(func1(key1) > 40){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func1(key1) < 1){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(key1)){
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid2 = _errs7 === errors;
if(!valid2){
const err9 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key2 in data1){
let data2 = data1[key2];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err10 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern5.test(data2)){
const err11 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tags/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate71.errors = vErrors;
return errors === 0;
}
validate71.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateSubscriptionUpdate = validate72;
const schema164 = {"type":"object","additionalProperties":false,"minProperties":1,"properties":{"amount":{"$ref":"#/$defs/SubscriptionAmount"},"buyer_details":{"$ref":"#/$defs/SubscriptionBuyerDetails"},"billing_cycle_day":{"$ref":"#/$defs/BillingCycleDay"}}};

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "amount") || (key0 === "buyer_details")) || (key0 === "billing_cycle_day"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.amount !== undefined){
let data0 = data.amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"#/$defs/SubscriptionAmount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.buyer_details !== undefined){
let data1 = data.buyer_details;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.instrument_id === undefined){
const err5 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/SubscriptionBuyerDetails/required",keyword:"required",params:{missingProperty: "instrument_id"},message:"must have required property '"+"instrument_id"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data1){
if(!(key1 === "instrument_id")){
const err6 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/SubscriptionBuyerDetails/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.instrument_id !== undefined){
let data2 = data1.instrument_id;
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err7 = {instancePath:instancePath+"/buyer_details/instrument_id",schemaPath:"#/$defs/SubscriptionBuyerDetails/properties/instrument_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/buyer_details/instrument_id",schemaPath:"#/$defs/SubscriptionBuyerDetails/properties/instrument_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/buyer_details",schemaPath:"#/$defs/SubscriptionBuyerDetails/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.billing_cycle_day !== undefined){
let data3 = data.billing_cycle_day;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err10 = {instancePath:instancePath+"/billing_cycle_day",schemaPath:"#/$defs/BillingCycleDay/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 31 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/billing_cycle_day",schemaPath:"#/$defs/BillingCycleDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31},message:"must be <= 31"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/billing_cycle_day",schemaPath:"#/$defs/BillingCycleDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTagsUpdate = validate73;
const schema168 = {"type":"object","required":["tags"],"properties":{"tags":{"$ref":"#/$defs/Tags"}}};

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate73.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tags === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tags"},message:"must have required property '"+"tags"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.tags !== undefined){
let data0 = data.tags;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 50){
const err1 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data0){
const _errs4 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(key0) < 1){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(key0)){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs4 === errors;
if(!valid2){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key1 in data0){
let data1 = data0[key1];
if(typeof data1 === "string"){
if(func1(data1) > 500){
const err7 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern5.test(data1)){
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate73.errors = vErrors;
return errors === 0;
}
validate73.evaluated = {"props":{"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateTransferCreate = validate74;
const schema170 = {"type":"object","required":["amount","currency"],"properties":{"amount":{"type":"integer","minimum":1,"maximum":999999999999},"currency":{"$ref":"#/$defs/Currency"},"merchant":{"type":"string"},"source":{"type":"string"},"destination":{"type":"string"},"device":{"type":"string"},"operation_key":{"$ref":"#/$defs/OperationKey"},"idempotency_id":{"type":"string","minLength":1,"maxLength":255},"payment_instrument":{"$ref":"#/$defs/EncryptedCardData"},"additional_buyer_charges":{"$ref":"#/$defs/BuyerCharges"},"device_configuration":{"$ref":"#/$defs/PaymentDeviceConfiguration"},"fee":{"type":"integer","minimum":0},"tags":{"$ref":"#/$defs/Tags"}}};

function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate74.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.currency === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"},message:"must have required property '"+"currency"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amount !== undefined){
let data0 = data.amount;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 999999999999 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data1 = data.currency;
if(typeof data1 === "string"){
if(!pattern10.test(data1)){
const err5 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/currency",schemaPath:"#/$defs/Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err7 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.source !== undefined){
if(typeof data.source !== "string"){
const err8 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.destination !== undefined){
if(typeof data.destination !== "string"){
const err9 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.device !== undefined){
if(typeof data.device !== "string"){
const err10 = {instancePath:instancePath+"/device",schemaPath:"#/properties/device/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.operation_key !== undefined){
if(typeof data.operation_key !== "string"){
const err11 = {instancePath:instancePath+"/operation_key",schemaPath:"#/$defs/OperationKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.idempotency_id !== undefined){
let data7 = data.idempotency_id;
if(typeof data7 === "string"){
if(func1(data7) > 255){
const err12 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func1(data7) < 1){
const err13 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/idempotency_id",schemaPath:"#/properties/idempotency_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.payment_instrument !== undefined){
let data8 = data.payment_instrument;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.encrypted_emv_data === undefined){
const err15 = {instancePath:instancePath+"/payment_instrument",schemaPath:"#/$defs/EncryptedCardData/required",keyword:"required",params:{missingProperty: "encrypted_emv_data"},message:"must have required property '"+"encrypted_emv_data"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data8.emv_data_key_serial_number === undefined){
const err16 = {instancePath:instancePath+"/payment_instrument",schemaPath:"#/$defs/EncryptedCardData/required",keyword:"required",params:{missingProperty: "emv_data_key_serial_number"},message:"must have required property '"+"emv_data_key_serial_number"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data8.encrypted_emv_data !== undefined){
let data9 = data8.encrypted_emv_data;
if(typeof data9 === "string"){
if(func1(data9) > 20000){
const err17 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/maxLength",keyword:"maxLength",params:{limit: 20000},message:"must NOT have more than 20000 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func1(data9) < 2){
const err18 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern11.test(data9)){
const err19 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/pattern",keyword:"pattern",params:{pattern: "^([0-9A-Fa-f]{2})+$"},message:"must match pattern \""+"^([0-9A-Fa-f]{2})+$"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_data",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_data/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data8.emv_data_key_serial_number !== undefined){
let data10 = data8.emv_data_key_serial_number;
if(typeof data10 === "string"){
if(!pattern12.test(data10)){
const err21 = {instancePath:instancePath+"/payment_instrument/emv_data_key_serial_number",schemaPath:"#/$defs/EncryptedCardData/properties/emv_data_key_serial_number/pattern",keyword:"pattern",params:{pattern: "^[0-9A-Fa-f]{16,24}$"},message:"must match pattern \""+"^[0-9A-Fa-f]{16,24}$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/payment_instrument/emv_data_key_serial_number",schemaPath:"#/$defs/EncryptedCardData/properties/emv_data_key_serial_number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data8.encrypted_emv_format !== undefined){
let data11 = data8.encrypted_emv_format;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err23 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_format",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_format/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err24 = {instancePath:instancePath+"/payment_instrument/encrypted_emv_format",schemaPath:"#/$defs/EncryptedCardData/properties/encrypted_emv_format/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/payment_instrument",schemaPath:"#/$defs/EncryptedCardData/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.additional_buyer_charges !== undefined){
let data12 = data.additional_buyer_charges;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.convenience_amount !== undefined){
let data13 = data12.convenience_amount;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err26 = {instancePath:instancePath+"/additional_buyer_charges/convenience_amount",schemaPath:"#/$defs/BuyerCharges/properties/convenience_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
const err27 = {instancePath:instancePath+"/additional_buyer_charges/convenience_amount",schemaPath:"#/$defs/BuyerCharges/properties/convenience_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data12.rent_surcharge_amount !== undefined){
let data14 = data12.rent_surcharge_amount;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err28 = {instancePath:instancePath+"/additional_buyer_charges/rent_surcharge_amount",schemaPath:"#/$defs/BuyerCharges/properties/rent_surcharge_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 0 || isNaN(data14)){
const err29 = {instancePath:instancePath+"/additional_buyer_charges/rent_surcharge_amount",schemaPath:"#/$defs/BuyerCharges/properties/rent_surcharge_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
}
else {
const err30 = {instancePath:instancePath+"/additional_buyer_charges",schemaPath:"#/$defs/BuyerCharges/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.device_configuration !== undefined){
let data15 = data.device_configuration;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.prompt_tip_on_screen !== undefined){
if(typeof data15.prompt_tip_on_screen !== "boolean"){
const err31 = {instancePath:instancePath+"/device_configuration/prompt_tip_on_screen",schemaPath:"#/$defs/PaymentDeviceConfiguration/properties/prompt_tip_on_screen/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/device_configuration",schemaPath:"#/$defs/PaymentDeviceConfiguration/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.fee !== undefined){
let data17 = data.fee;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err33 = {instancePath:instancePath+"/fee",schemaPath:"#/properties/fee/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
const err34 = {instancePath:instancePath+"/fee",schemaPath:"#/properties/fee/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data.tags !== undefined){
let data18 = data.tags;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length > 50){
const err35 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key0 in data18){
const _errs45 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err36 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(func1(key0) < 1){
const err37 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!pattern4.test(key0)){
const err38 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var valid10 = _errs45 === errors;
if(!valid10){
const err40 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
for(const key1 in data18){
let data19 = data18[key1];
if(typeof data19 === "string"){
if(func1(data19) > 500){
const err41 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(!pattern5.test(data19)){
const err42 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
validate74.errors = vErrors;
return errors === 0;
}
validate74.evaluated = {"props":{"amount":true,"currency":true,"merchant":true,"source":true,"destination":true,"device":true,"operation_key":true,"idempotency_id":true,"payment_instrument":true,"additional_buyer_charges":true,"device_configuration":true,"fee":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateUserCreate = validate75;
const schema177 = {"type":"object","properties":{"role":{"$ref":"#/$defs/Role"},"merchant":{"type":"string"},"tags":{"$ref":"#/$defs/Tags"}}};
const schema178 = {"type":"string","enum":["ROLE_ADMIN","ROLE_PLATFORM","ROLE_PARTNER","ROLE_MERCHANT"]};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.role !== undefined){
let data0 = data.role;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/Role/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((((data0 === "ROLE_ADMIN") || (data0 === "ROLE_PLATFORM")) || (data0 === "ROLE_PARTNER")) || (data0 === "ROLE_MERCHANT"))){
const err1 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/Role/enum",keyword:"enum",params:{allowedValues: schema178.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.merchant !== undefined){
if(typeof data.merchant !== "string"){
const err2 = {instancePath:instancePath+"/merchant",schemaPath:"#/properties/merchant/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.tags !== undefined){
let data2 = data.tags;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 50){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data2){
const _errs9 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func1(key0) < 1){
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(key0)){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid3 = _errs9 === errors;
if(!valid3){
const err8 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern5.test(data3)){
const err10 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate75.errors = vErrors;
return errors === 0;
}
validate75.evaluated = {"props":{"role":true,"merchant":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateUserUpdate = validate76;
const schema180 = {"type":"object","properties":{"enabled":{"type":"boolean"},"tags":{"$ref":"#/$defs/Tags"}}};

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err0 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.tags !== undefined){
let data1 = data.tags;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err1 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data1){
const _errs6 = errors;
if(typeof key0 === "string"){
if(func1(key0) > 40){
const err2 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func1(key0) < 1){
const err3 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(key0)){
const err4 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']+$"},message:"must match pattern \""+"^[^\\\\,\"']+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs6 === errors;
if(!valid2){
const err6 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key1 in data1){
let data2 = data1[key1];
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err7 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern5.test(data2)){
const err8 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\\\,\"']*$"},message:"must match pattern \""+"^[^\\\\,\"']*$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tags/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Tags/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/tags",schemaPath:"#/$defs/Tags/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"props":{"enabled":true,"tags":true},"dynamicProps":false,"dynamicItems":false};

export const validateWalletAPaySessionCreate = validate77;
const schema182 = {"type":"object","required":["validation_url"],"properties":{"validation_url":{"type":"string","pattern":"^https://"},"domain":{"type":"string"},"display_name":{"type":"string"}}};
const pattern98 = new RegExp("^https://", "u");

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.validation_url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "validation_url"},message:"must have required property '"+"validation_url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.validation_url !== undefined){
let data0 = data.validation_url;
if(typeof data0 === "string"){
if(!pattern98.test(data0)){
const err1 = {instancePath:instancePath+"/validation_url",schemaPath:"#/properties/validation_url/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/validation_url",schemaPath:"#/properties/validation_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.domain !== undefined){
if(typeof data.domain !== "string"){
const err3 = {instancePath:instancePath+"/domain",schemaPath:"#/properties/domain/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.display_name !== undefined){
if(typeof data.display_name !== "string"){
const err4 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"props":{"validation_url":true,"domain":true,"display_name":true},"dynamicProps":false,"dynamicItems":false};

export const validateWebhookCreate = validate78;
const schema183 = {"type":"object","required":["url"],"properties":{"url":{"type":"string","minLength":1,"maxLength":2048},"enabled":{"type":"boolean"},"authentication":{"$ref":"#/$defs/WebhookAuthentication"},"enabled_events":{"type":"array","maxItems":100,"items":{"$ref":"#/$defs/EnabledEvent"}}}};
const schema184 = {"type":"object","required":["type"],"properties":{"type":{"$ref":"#/$defs/WebhookAuthenticationType"},"basic":{"type":"object","properties":{"username":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[ -9;-~]+$"},"password":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[ -~]+$"}}},"bearer":{"type":"object","properties":{"token":{"type":"string","minLength":1,"maxLength":2048,"pattern":"^[A-Za-z0-9._~+/=-]+$"}}}}};
const schema185 = {"type":"string","enum":["NONE","BASIC","BEARER"]};
const pattern99 = new RegExp("^[ -9;-~]+$", "u");
const pattern100 = new RegExp("^[ -~]+$", "u");
const pattern101 = new RegExp("^[A-Za-z0-9._~+/=-]+$", "u");

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/WebhookAuthenticationType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data0 === "NONE") || (data0 === "BASIC")) || (data0 === "BEARER"))){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/WebhookAuthenticationType/enum",keyword:"enum",params:{allowedValues: schema185.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.basic !== undefined){
let data1 = data.basic;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.username !== undefined){
let data2 = data1.username;
if(typeof data2 === "string"){
if(func1(data2) > 255){
const err3 = {instancePath:instancePath+"/basic/username",schemaPath:"#/properties/basic/properties/username/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func1(data2) < 1){
const err4 = {instancePath:instancePath+"/basic/username",schemaPath:"#/properties/basic/properties/username/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern99.test(data2)){
const err5 = {instancePath:instancePath+"/basic/username",schemaPath:"#/properties/basic/properties/username/pattern",keyword:"pattern",params:{pattern: "^[ -9;-~]+$"},message:"must match pattern \""+"^[ -9;-~]+$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/basic/username",schemaPath:"#/properties/basic/properties/username/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.password !== undefined){
let data3 = data1.password;
if(typeof data3 === "string"){
if(func1(data3) > 255){
const err7 = {instancePath:instancePath+"/basic/password",schemaPath:"#/properties/basic/properties/password/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func1(data3) < 1){
const err8 = {instancePath:instancePath+"/basic/password",schemaPath:"#/properties/basic/properties/password/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern100.test(data3)){
const err9 = {instancePath:instancePath+"/basic/password",schemaPath:"#/properties/basic/properties/password/pattern",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/basic/password",schemaPath:"#/properties/basic/properties/password/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/basic",schemaPath:"#/properties/basic/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.bearer !== undefined){
let data4 = data.bearer;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.token !== undefined){
let data5 = data4.token;
if(typeof data5 === "string"){
if(func1(data5) > 2048){
const err12 = {instancePath:instancePath+"/bearer/token",schemaPath:"#/properties/bearer/properties/token/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func1(data5) < 1){
const err13 = {instancePath:instancePath+"/bearer/token",schemaPath:"#/properties/bearer/properties/token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern101.test(data5)){
const err14 = {instancePath:instancePath+"/bearer/token",schemaPath:"#/properties/bearer/properties/token/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._~+/=-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._~+/=-]+$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/bearer/token",schemaPath:"#/properties/bearer/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/bearer",schemaPath:"#/properties/bearer/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"props":{"type":true,"basic":true,"bearer":true},"dynamicProps":false,"dynamicItems":false};

const schema186 = {"type":"object","required":["entity","types"],"properties":{"entity":{"$ref":"#/$defs/WebhookEntity"},"types":{"type":"array","minItems":1,"maxItems":10,"items":{"$ref":"#/$defs/WebhookEventType"}}}};
const schema187 = {"type":"string"};
const schema188 = {"type":"string"};

function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate81.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.entity === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "entity"},message:"must have required property '"+"entity"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.types === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "types"},message:"must have required property '"+"types"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.entity !== undefined){
if(typeof data.entity !== "string"){
const err2 = {instancePath:instancePath+"/entity",schemaPath:"#/$defs/WebhookEntity/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.types !== undefined){
let data1 = data.types;
if(Array.isArray(data1)){
if(data1.length > 10){
const err3 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err5 = {instancePath:instancePath+"/types/" + i0,schemaPath:"#/$defs/WebhookEventType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate81.errors = vErrors;
return errors === 0;
}
validate81.evaluated = {"props":{"entity":true,"types":true},"dynamicProps":false,"dynamicItems":false};


function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate78.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(func1(data0) > 2048){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err4 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.authentication !== undefined){
if(!(validate79(data.authentication, {instancePath:instancePath+"/authentication",parentData:data,parentDataProperty:"authentication",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
errors = vErrors.length;
}
}
if(data.enabled_events !== undefined){
let data3 = data.enabled_events;
if(Array.isArray(data3)){
if(data3.length > 100){
const err5 = {instancePath:instancePath+"/enabled_events",schemaPath:"#/properties/enabled_events/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate81(data3[i0], {instancePath:instancePath+"/enabled_events/" + i0,parentData:data3,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/enabled_events",schemaPath:"#/properties/enabled_events/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate78.errors = vErrors;
return errors === 0;
}
validate78.evaluated = {"props":{"url":true,"enabled":true,"authentication":true,"enabled_events":true},"dynamicProps":false,"dynamicItems":false};

export const validateWebhookUpdate = validate83;
const schema189 = {"type":"object","properties":{"enabled":{"type":"boolean"},"authentication":{"$ref":"#/$defs/WebhookAuthentication"},"enabled_events":{"type":"array","maxItems":100,"items":{"$ref":"#/$defs/EnabledEvent"}}}};

function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate83.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err0 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.authentication !== undefined){
if(!(validate79(data.authentication, {instancePath:instancePath+"/authentication",parentData:data,parentDataProperty:"authentication",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
errors = vErrors.length;
}
}
if(data.enabled_events !== undefined){
let data2 = data.enabled_events;
if(Array.isArray(data2)){
if(data2.length > 100){
const err1 = {instancePath:instancePath+"/enabled_events",schemaPath:"#/properties/enabled_events/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate81(data2[i0], {instancePath:instancePath+"/enabled_events/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/enabled_events",schemaPath:"#/properties/enabled_events/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate83.errors = vErrors;
return errors === 0;
}
validate83.evaluated = {"props":{"enabled":true,"authentication":true,"enabled_events":true},"dynamicProps":false,"dynamicItems":false};

export const bodyValidators = {
createApplication: validateApplicationCreate,
updateApplication: validateApplicationUpdate,
updateApplicationProfile: validateApplicationProfileUpdate,
createFeeProfile: validateFeeProfileCreate,
createAuthorization: validateAuthorizationCreate,
updateAuthorization: validateAuthorizationUpdate,
createBalanceAdjustment: validateBalanceAdjustmentCreate,
createBalanceTransfer: validateBalanceTransferCreate,
completeComplianceForm: validateComplianceFormCompletion,
updateDevice: validateDeviceUpdate,
createDevice: validateDeviceCreate,
updateDispute: validateTagsUpdate,
createDisputeEvidence: validateDisputeEvidenceUpload,
updateDisputeEvidence: validateTagsUpdate,
createFee: validateFeeCreate,
updateFee: validateFeeUpdate,
createFile: validateFileCreate,
uploadFile: validateFileUpload,
createExternalLink: validateExternalLinkCreate,
createIdentity: validateIdentityCreate,
updateIdentity: validateIdentityUpdate,
createInstrumentUpdate: validateInstrumentUpdateCreate,
updateMerchant: validateMerchantUpdate,
createMerchant: validateMerchantCreate,
createPaymentInstrument: validatePaymentInstrumentCreate,
updatePaymentInstrument: validatePaymentInstrumentUpdate,
createWalletAPaySession: validateWalletAPaySessionCreate,
createPaymentLink: validatePaymentLinkCreate,
updatePaymentLink: validatePaymentLinkUpdate,
createDeliveryAttempts: validateDeliveryRequest,
createDeliveryAttemptsHyphenated: validateDeliveryRequest,
createReceipt: validateReceiptCreate,
createReceiptDeliveryAttempts: validateDeliveryRequest,
releaseSettlementQueueEntries: validateSettlementQueueReleaseRequest,
createSubscriptionLink: validateSubscriptionLinkCreate,
deactivateSubscriptionLink: validateSubscriptionLinkUpdate,
createSubscriptionPlan: validateSubscriptionPlanCreate,
updateSubscriptionPlan: validateSubscriptionPlanUpdate,
createSubscription: validateSubscriptionCreate,
updateSubscription: validateSubscriptionUpdate,
createSubscriptionBalanceEntry: validateSubscriptionBalanceEntryCreate,
updateSubscriptionBalanceEntry: validateSubscriptionBalanceEntryUpdate,
createTransfer: validateTransferCreate,
updateTransfer: validateTagsUpdate,
createReversal: validateReversalCreate,
createUser: validateUserCreate,
updateUser: validateUserUpdate,
createPaymentInstrumentVerification: validatePaymentInstrumentVerificationCreate,
createWebhook: validateWebhookCreate,
updateWebhook: validateWebhookUpdate,
};
