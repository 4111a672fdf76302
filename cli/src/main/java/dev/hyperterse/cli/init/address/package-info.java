/** Addresses of databases as people have them: what an adapter can be made of, or why it cannot. Connects to nothing. */
package dev.hyperterse.cli.init.address;
