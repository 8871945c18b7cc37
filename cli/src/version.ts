/** As in package.json, which a published package could read and a test holds against it. */
export const version = '0.1.0'

/** The client that projects of `init` get: the one these commands speak through themselves. */
export const sdkVersion = '0.1.0'
