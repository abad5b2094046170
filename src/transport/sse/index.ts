export { encodeSseComment, encodeSseEvent, type SseEventFields } from './encode-sse.js';
export { SseDecoder, type SseDecoderOptions, type SseEvent } from './sse-decoder.js';
