/**
 * Defaults and overrides of the platform: fragments of a server's spec, merged under and over the specs of servers before
 * anything is compiled. Reads no file and no cluster.
 */
package dev.hyperterse.compiler.platform;
