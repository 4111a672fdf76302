/** The callers that may see and use a server and its leaves, out of the texts of {@code auth.policy}. Knows no leaf and no server. */
package dev.hyperterse.compiler.access;
