/**
 * What electron-builder is asked for: on macOS a disk image beside the app, notarised where Apple's key is at hand; elsewhere the app
 * unpacked, which our own packages carry. Pure.
 * @param {{ platform: NodeJS.Platform, isStub: boolean, env: Readonly<Record<string, string | undefined>>, config: string, dist: string }} options
 * @returns {string[]}
 */
export function builderArguments({ platform, isStub, env, config, dist }) {
  const isMac = platform === 'darwin' && !isStub;
  // As notarytool takes them: a profile of the keychain, a key of App Store Connect, or an Apple ID with a password of its own.
  const hasApple = ['APPLE_KEYCHAIN_PROFILE', 'APPLE_API_KEY', 'APPLE_APP_SPECIFIC_PASSWORD'].some((name) => env[name]);
  const what = isMac ? ['--mac', 'dmg', ...(hasApple ? ['-c.mac.notarize=true'] : [])] : ['--dir'];
  return [...what, '--publish', 'never', '-c', config, `-c.electronDist=${dist}`];
}
