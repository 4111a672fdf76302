/**
 * What a request says before anybody looks at its message: which URL it calls, from which web page it comes, and its body.
 * Must not know who calls, and sends no response.
 */
package dev.hyperterse.runtime.http.request;
