package dev.hyperterse.engines.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.bson.BsonArray;
import org.junit.jupiter.api.Test;

/** Answers of servers that tests cannot start. */
class MongodbSurveyTest {
    /** Neither a view nor a time series has an index on _id. */
    @Test
    void aTimeSeriesIsReadAsAViewIs() {
        assertThat(MongodbSurvey.names(BsonArray.parse("""
                        [{"name": "readings", "type": "timeseries"}, {"name": "system.buckets.readings", "type": "collection"},
                         {"name": "orders", "type": "collection"}, {"name": "active", "type": "view"}, {"name": "old"}]""")))
                .isEqualTo(Map.of("readings", true, "orders", false, "active", true, "old", false));
    }
}
