/**
 * What all ways of authentication share: credentials of a request, the result, callers that are remembered; and API
 * keys.
 */
package dev.hyperterse.runtime.auth.caller;
