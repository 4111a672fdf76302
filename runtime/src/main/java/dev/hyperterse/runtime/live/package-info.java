/**
 * The live catalog: a catalog made ready for calls, built aside and swapped by one reference. Knows no HTTP and no
 * JSON-RPC.
 */
package dev.hyperterse.runtime.live;
