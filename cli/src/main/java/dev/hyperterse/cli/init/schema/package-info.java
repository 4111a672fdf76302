/** The tables of a database as plain records, of which tools are made without another look at the database. */
package dev.hyperterse.cli.init.schema;
