/**
 * The sandbox of scripts: an engine, contexts without any rights, and the files that a script imports. The operator checks
 * scripts in the sandbox that replicas run them in, so that what passes there runs here. Knows no call and no catalog.
 */
package dev.hyperterse.javascript;
