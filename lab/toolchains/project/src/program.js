import { answer } from "./answer.js";

answer().then((told) => console.log(JSON.stringify(told)));
