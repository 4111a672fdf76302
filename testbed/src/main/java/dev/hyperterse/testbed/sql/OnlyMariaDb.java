package dev.hyperterse.testbed.sql;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;

/** A test of what MariaDB has and MySQL has not. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfEnvironmentVariable(named = MysqlProgram.FOLDER, matches = ".+", disabledReason = "MySQL does not have it")
public @interface OnlyMariaDb {}
