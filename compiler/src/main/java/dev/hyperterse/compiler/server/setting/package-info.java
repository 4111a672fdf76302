/** Rules and values that several settings of a server share. Must not know sections of the server. */
package dev.hyperterse.compiler.server.setting;
