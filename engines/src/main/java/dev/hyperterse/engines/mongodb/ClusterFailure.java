package dev.hyperterse.engines.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import dev.hyperterse.engines.FailureReason;
import java.util.Objects;

/** The reason why no member can be selected, from the driver's monitor of each member. Names no host. */
final class ClusterFailure {
    private ClusterFailure() {}

    static String reason(MongoClient client, MongoException failed) {
        if (failed instanceof MongoTimeoutException) {
            var members = client.getClusterDescription().getServerDescriptions();
            return members.stream()
                    .map(ServerDescription::getException)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(FailureReason::of)
                    .orElse("the replica set has no primary, or no member that readPreference allows");
        }
        return switch (MongodbFailure.of(failed).orElse(new MongodbFailure.NotSent("the driver failed"))) {
            case MongodbFailure.NotSent(var reason) -> reason;
            case MongodbFailure.Lost(var reason) -> reason;
            case MongodbFailure.TimedOut() -> "the database did not answer in time";
            case MongodbFailure.Refused(var words, var code) -> "the database refused (%s)".formatted(code);
        };
    }
}
