/**
 * Makes the files of a directory from the collections of MongoDB, and does nothing else: no database, no disk, no clock.
 * The shape of a collection is known from samples; no value of one is here.
 */
package dev.hyperterse.cli.init.document;
