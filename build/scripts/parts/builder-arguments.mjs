/**
 * Arguments for electron-builder: on macOS a disk image as well as the app, notarized if Apple's credentials are
 * available; elsewhere the unpacked app, which the till's own packages contain. Pure.
 * @param {{ platform: NodeJS.Platform, isStub: boolean, env: Readonly<Record<string, string | undefined>>, config: string, dist: string }} options
 * @returns {string[]}
 */
export function builderArguments({ platform, isStub, env, config, dist }) {
  const isMac = platform === 'darwin' && !isStub;
  // Credentials that notarytool accepts: a keychain profile, a key of App Store Connect, or an Apple ID with an
  // app-specific password.
  const hasApple = ['APPLE_KEYCHAIN_PROFILE', 'APPLE_API_KEY', 'APPLE_APP_SPECIFIC_PASSWORD'].some((name) => env[name]);
  const what = isMac ? ['--mac', 'dmg', ...(hasApple ? ['-c.mac.notarize=true'] : [])] : ['--dir'];
  return [...what, '--publish', 'never', '-c', config, `-c.electronDist=${dist}`];
}
