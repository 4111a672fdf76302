/**
 * The sandbox of scripts: an engine, contexts without privileges, and the files that a script imports. The operator
 * checks scripts in the same sandbox in which replicas run them. Must not know calls or catalogs.
 */
package dev.hyperterse.javascript;
