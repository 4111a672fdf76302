/** Tests of files in the cache of a user. */
package dev.hyperterse.cli.cache;
