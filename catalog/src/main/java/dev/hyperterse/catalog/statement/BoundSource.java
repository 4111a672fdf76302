package dev.hyperterse.catalog.statement;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Where a replica takes the value of an input from that clients do not send as an argument. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "from")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Reference.PrincipalPlugin.class, name = "plugin"),
    @JsonSubTypes.Type(value = Reference.PrincipalSubject.class, name = "subject"),
    @JsonSubTypes.Type(value = Reference.PrincipalClaim.class, name = "claim"),
    @JsonSubTypes.Type(value = BoundSource.Header.class, name = "header"),
    @JsonSubTypes.Type(value = BoundSource.Path.class, name = "path")
})
public sealed interface BoundSource permits Reference.OfPrincipal, BoundSource.Header, BoundSource.Path {
    /** A header of the request, which any client can send where no proxy sets it. @param name in lower case */
    record Header(String name) implements BoundSource {}

    /** A segment of the URL, which the client chooses. @param name as the path of the server has it */
    record Path(String name) implements BoundSource {}
}
