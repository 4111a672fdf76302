/**
 * Makes the files of a directory from the keys of Redis. Names of keys hold data, such as the number of a customer, so
 * only words that many keys share are written into a file. {@link dev.hyperterse.cli.init.key.KeyReader} asks the
 * database; all else has neither database, disk nor clock.
 */
package dev.hyperterse.cli.init.key;
