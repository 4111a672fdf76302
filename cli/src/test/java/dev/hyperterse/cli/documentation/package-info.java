/** Tests that hold the documentation to what the product does. Nothing but tests of pages under docs lives here. */
package dev.hyperterse.cli.documentation;
