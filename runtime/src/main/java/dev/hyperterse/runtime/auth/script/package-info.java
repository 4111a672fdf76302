/**
 * Scripts of a server that authenticate its callers: what a script is given of a request, and which principals it may return.
 * Their failures are never those of the caller.
 */
package dev.hyperterse.runtime.auth.script;
