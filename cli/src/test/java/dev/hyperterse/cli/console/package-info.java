/** Tests of the package of the same name, without a browser. */
package dev.hyperterse.cli.console;
