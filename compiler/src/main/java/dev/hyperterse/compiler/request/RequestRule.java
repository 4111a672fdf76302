package dev.hyperterse.compiler.request;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of requests, beside those of placeholders. */
public enum RequestRule implements RuleIdentifier {
    METHOD_ON_READ_ONLY,
    METHOD_WITHOUT_BODY,
    ONE_BODY,
    PATH_SEGMENT,
    HEADER_NAME,
    HEADER_OF_ADAPTER,
    HEADER_TEXT,
    BODY_KEY,
    BODY_SIZE,
    PART_NAME,
    PART_CONTENT,
    PART_TYPE,
    REQUEST_VALUE_MAY_BE_ABSENT,
    RESPONSE_POINTER;

    Problem problem(String path, String message, String remedy) {
        return Reason.InvalidRequest.problem(path, identifier(), message, remedy);
    }
}
