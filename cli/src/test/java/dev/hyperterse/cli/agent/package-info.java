/** Tests of the entries that clients read. */
package dev.hyperterse.cli.agent;
