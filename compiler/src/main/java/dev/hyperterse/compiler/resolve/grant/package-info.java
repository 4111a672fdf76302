/**
 * Who may use what: the grants of servers and tools as manifests spell them, and the namespaces that they admit, by name or
 * by label. Must not know references, nor what else a server is made of.
 */
package dev.hyperterse.compiler.resolve.grant;
