package dev.hyperterse.runtime.connector.mysql;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.binding.ParameterRules;
import dev.hyperterse.runtime.validation.Datetime;

/** Sends values to MySQL: types without a parameter type, such as JSON, as text; moments in UTC without an offset. */
final class MysqlParameters implements ParameterRules {
    static final MysqlParameters RULES = new MysqlParameters();

    private MysqlParameters() {}

    @Override
    public Dialect dialect() {
        return Dialect.MYSQL;
    }

    @Override
    public String datetime(String text) {
        return Datetime.inUtcWithoutOffset(text);
    }
}
