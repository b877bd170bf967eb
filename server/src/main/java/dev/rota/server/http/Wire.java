package dev.rota.server.http;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.rota.InvalidInput;
import dev.rota.RotaException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * The Wire is JSON as the API reads and writes it: snake_case, ISO times, no unknown and no double
 * members, every error with the place and the rule.
 */
public final class Wire {
  private static final int DEEPEST = 100;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .withConfigOverride(
              List.class,
              list -> list.setNullHandling(JsonSetter.Value.forContentNulls(Nulls.FAIL)))
          .withCoercionConfig(
              LogicalType.Textual,
              refusing(
                  CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean))
          .withCoercionConfig(
              LogicalType.Integer,
              refusing(
                  CoercionInputShape.String,
                  CoercionInputShape.EmptyString,
                  CoercionInputShape.Boolean))
          .withCoercionConfig(
              LogicalType.Float,
              refusing(
                  CoercionInputShape.String,
                  CoercionInputShape.EmptyString,
                  CoercionInputShape.Boolean))
          .withCoercionConfig(
              LogicalType.Boolean,
              refusing(
                  CoercionInputShape.String,
                  CoercionInputShape.EmptyString,
                  CoercionInputShape.Integer,
                  CoercionInputShape.Float))
          .addModule(
              new SimpleModule()
                  .addSerializer(Raw.class, new RawWriter())
                  .addDeserializer(Raw.class, new RawReader()))
          .build();

  private static final TypeReference<LinkedHashMap<String, Raw>> MEMBERS = new TypeReference<>() {};

  private Wire() {}

  /** What is written as one of these shapes is not taken for another. */
  private static Consumer<MutableCoercionConfig> refusing(CoercionInputShape... shapes) {
    return config -> {
      for (CoercionInputShape shape : shapes) {
        config.setCoercion(shape, CoercionAction.Fail);
      }
    };
  }

  /** Reads a body of the given shape; an empty one is an empty object. */
  public static <T> T read(String body, Class<T> shape) {
    String text = body.isBlank() ? "{}" : body;
    try {
      T value = MAPPER.readerFor(shape).withAttribute(RawReader.TEXT, text).readValue(text);
      if (value == null) {
        throw new InvalidInput("body", "null", "must be a JSON object");
      }
      return value;
    } catch (JacksonException e) {
      throw refusal(e, text);
    }
  }

  /** The members of an object in their order, each to the letter. */
  public static Map<String, Raw> members(String field, String json) {
    try {
      Map<String, Raw> members =
          MAPPER.readerFor(MEMBERS).withAttribute(RawReader.TEXT, json).readValue(json);
      if (members != null) {
        return members;
      }
    } catch (JacksonException e) {
      throw new InvalidInput(field, json, "must be a JSON object");
    }
    throw new InvalidInput(field, json, "must be a JSON object");
  }

  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  private static RotaException refusal(JacksonException e, String text) {
    if (e instanceof StreamReadException broken) {
      TokenStreamLocation at = broken.getLocation();
      return new InvalidInput(
          "body",
          text,
          "must be JSON: %s, line %d, column %d"
              .formatted(broken.getOriginalMessage(), at.getLineNr(), at.getColumnNr()));
    }
    if (e instanceof UnrecognizedPropertyException unknown) {
      return new InvalidInput(
          path(unknown.getPath()),
          unknown.getPropertyName(),
          "is not known here; known are "
              + unknown.getKnownPropertyIds().stream()
                  .map(String::valueOf)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    if (e.getCause() instanceof RotaException own) {
      return own;
    }
    if (e instanceof MismatchedInputException wrong) {
      Object value =
          e instanceof InvalidFormatException format
              ? format.getValue()
              : scalar(text, wrong.getLocation());
      return new InvalidInput(path(wrong.getPath()), value, "must be " + kindOf(wrong));
    }
    String field = e instanceof DatabindException wrong ? path(wrong.getPath()) : "body";
    return new InvalidInput(field, "", e.getOriginalMessage());
  }

  /** What stands at a place of a body; nothing if that is a list or an object. */
  private static String scalar(String text, @Nullable TokenStreamLocation at) {
    if (at == null || at.getCharOffset() < 0 || at.getCharOffset() >= text.length()) {
      return "";
    }
    try (JsonParser rest = MAPPER.createParser(text.substring((int) at.getCharOffset()))) {
      JsonToken token = rest.nextToken();
      return token != null && token.isScalarValue() ? rest.getString() : "";
    } catch (JacksonException e) {
      return "";
    }
  }

  /** What was expected, in the words of JSON. */
  private static String kindOf(MismatchedInputException wrong) {
    Class<?> wanted = wrong.getTargetType() == null ? Object.class : wrong.getTargetType();
    if (wanted == Integer.class || wanted == Long.class) {
      return "a whole number that is not too large";
    }
    if (wanted == Double.class) {
      return "a number";
    }
    if (wanted == Boolean.class) {
      return "true or false";
    }
    if (wanted == Instant.class) {
      return "an instant, as in 2026-01-31T00:00:00Z";
    }
    if (wanted == String.class) {
      return "a text";
    }
    return Collection.class.isAssignableFrom(wanted) ? "a list" : "a JSON object";
  }

  private static String path(List<JacksonException.Reference> path) {
    StringBuilder text = new StringBuilder();
    for (JacksonException.Reference step : path) {
      if (step.getPropertyName() == null) {
        text.append('[').append(step.getIndex()).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return text.isEmpty() ? "body" : text.toString();
  }

  private static final class RawWriter extends ValueSerializer<Raw> {
    @Override
    public void serialize(Raw raw, JsonGenerator out, SerializationContext context) {
      out.writeRawValue(raw.json());
    }
  }

  /** Cuts the text of a value out of the body it stands in. */
  private static final class RawReader extends ValueDeserializer<Raw> {
    static final String TEXT = "text";

    @Override
    public Raw deserialize(JsonParser in, DeserializationContext context) {
      String text = String.valueOf(context.getAttribute(TEXT));
      int from = (int) in.currentTokenLocation().getCharOffset();
      in.skipChildren();
      in.finishToken();
      int to = (int) in.currentLocation().getCharOffset();
      return new Raw(text.substring(from, to));
    }

    @Override
    public Raw getNullValue(DeserializationContext context) {
      return new Raw("null");
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
