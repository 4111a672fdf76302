/**
 * HTTP APIs: fills the places of a request with the values of a call, sends it over checked addresses, and writes its
 * response as rows. Must not know tools or scripts.
 */
package dev.hyperterse.engines.http;
