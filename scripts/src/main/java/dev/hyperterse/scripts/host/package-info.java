/**
 * The host of a run: the operations that a script can ask for, and how a run ends. An engine is a {@code Realm} here.
 */
package dev.hyperterse.scripts.host;
