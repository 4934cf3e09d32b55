export { accountIn, moveOutOfSettings } from './from-settings.ts';
export { openSecrets, type OpenSecretsOptions } from './open.ts';
export { writePrivate } from './atomic-file.ts';
export { PlaceError, placeWords, troubleWords, type SecretPlace } from './place.ts';
export { Secrets, type Passwords, type SecretAccount, type SecretKeeper } from './secrets.ts';
export { FilePlace } from './file-place.ts';
