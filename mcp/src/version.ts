/** Which release this is: the service, its client and its tools are released together. */
export const version = '0.1.0'
