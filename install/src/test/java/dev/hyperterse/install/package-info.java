/** The installation as one file: how it is put together, and tests that it installs and that its rights suffice. */
package dev.hyperterse.install;
