/**
 * What a replica serves at this moment: a catalog made ready for calls, built off to the side and swapped by one
 * reference. Nothing here knows HTTP or JSON-RPC.
 */
package dev.hyperterse.runtime.live;
